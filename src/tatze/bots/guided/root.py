"""What a search by rollouts knows of the actions of its root, and which of them it chooses."""

from __future__ import annotations

from typing import Any

from tatze.bots.search.compile_worker import RootAction
from tatze.core.errors import MissingExtra
from tatze.core.strategy import RolloutParameters

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

LEAST_DRAWS = 8
"""Number of determinizations before an action is given up."""
ANALYSED_ACTIONS = 16
"""The largest number of actions that are tried for an analysis."""


class Root:
    """The actions of a root. Those that are still tried have been played from the same determinizations."""

    def __init__(self, actions: Any, priors: Any, parameters: RolloutParameters, analysis: bool = False) -> None:
        """`priors` are the network's probabilities of the actions; the first one with the highest is the policy's. For
        an analysis unlikely actions are tried too, and none is given up; the choice is among the likely ones."""
        self.parameters: RolloutParameters = parameters
        self.analysis: bool = analysis
        self.actions: npt.NDArray[np.int32] = np.array(actions, np.int32)
        self.priors: npt.NDArray[np.float64] = np.array(priors, np.float64)
        order = np.argsort(-self.priors, kind="stable")
        count = max(1, int((self.priors[order[: int(parameters.most_actions)]] >= parameters.least_prior).sum()))
        self.likely: npt.NDArray[np.int64] = order[:count]
        """The places of the actions that can be chosen."""
        self.places: npt.NDArray[np.int64] = order[:ANALYSED_ACTIONS] if analysis else self.likely
        """The places of the actions that are still tried."""
        self.policy_place: int = int(order[0]) if len(order) else -1
        self.draws: int = 0
        """Number of determinizations so far."""
        self.visits: npt.NDArray[np.int64] = np.zeros(len(self.actions), np.int64)
        self.means: npt.NDArray[np.float64] = np.zeros(len(self.actions))
        self.products: npt.NDArray[np.float64] = np.zeros((len(self.places), len(self.places)))
        """Sums of the products of the values that two actions had in one determinization."""

    @property
    def tried(self) -> Any:
        """The actions that are still tried."""
        return self.actions[self.places]

    @property
    def settled(self) -> bool:
        """Whether one action is left, so that more rollouts would change nothing."""
        return not self.analysis and len(self.places) < 2

    def add(self, values: Any) -> None:
        """Take in what the tried actions were worth in further determinizations (determinizations × actions)."""
        self.draws += len(values)
        self.visits[self.places] = self.draws
        self.means[self.places] += (values.mean(axis=0) - self.means[self.places]) * len(values) / self.draws
        self.products += values.T @ values
        if self.draws >= LEAST_DRAWS and not self.analysis:
            self._give_up()

    def best_action(self) -> int:
        """Return the action with the highest score."""
        return int(self.tried[self._scores().argmax()])

    def known(self) -> dict[int, RootAction]:
        """Return what is known of each action."""
        rows = zip(self.actions, self.visits, self.means, self.priors, strict=True)
        return {int(action): RootAction(int(visits), float(mean), float(prior)) for action, visits, mean, prior in rows}

    def _scores(self) -> Any:
        """Return the mean value of each tried action that can be chosen; the policy's has a lead on the others."""
        scores = np.where(np.isin(self.places, self.likely), self.means[self.places], -np.inf)
        scores[self.places == self.policy_place] += self.parameters.policy_lead
        return scores

    def _give_up(self) -> None:
        """Stop trying actions that are too many standard errors behind the best one."""
        scores, means = self._scores(), self.means[self.places]
        best = int(scores.argmax())
        squares = self.products / self.draws
        variances = squares[best, best] + squares.diagonal() - 2 * squares[best] - (means[best] - means) ** 2
        errors = np.sqrt(np.maximum(variances, 0.0) / self.draws)
        kept = scores[best] - scores <= self.parameters.give_up * errors
        kept[best] = True
        self.places, self.products = self.places[kept], self.products[np.ix_(kept, kept)]
