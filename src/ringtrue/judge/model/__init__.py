"""Language models as judges, without the network: what they are told, and how their answers are read."""
