"""Proximal policy optimisation: rollouts, targets and advantages, and updates of the network."""
