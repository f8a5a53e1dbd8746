// flag: yes or no.

SCALES.flag = (question, list, value, give) => {
  const options = [
    { value: true, label: say("flag.yes") },
    { value: false, label: say("flag.no") },
  ];
  return makeChoice(options, value, give, "row");
};
