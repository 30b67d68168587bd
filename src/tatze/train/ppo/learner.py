"""Learning by play against oneself: proximal policy optimisation with one network at every seat.

All games take `steps` decisions; then the network learns from them and they go on. What a seat gets for a decision is
known when its game ends. Until then the value of the same seat at its next decision stands for it, and each value is
held to a mixture of the two (λ-returns, seat by seat: no seat's judgement uses what only another knows). The value
is a distribution, everybody's share of the victory as the viewer sees it, and the viewer's lead in points.

Most of what comes of a choice is luck: the next roll, what the others hold. So a choice is judged by what its seat
thinks of the game right after it, before chance and the others go on, and only a little by what came of it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import torch
from torch import Tensor
from torch.nn import functional

from tatze.bots.learned.network import features_of
from tatze.train.field import Field
from tatze.train.net import Net, padded
from tatze.train.plan import Plan
from tatze.train.settings import all_settings, shares

Work = TypeVar("Work", bound=Callable[..., Any])
NEVER = -1e9
"""The logit of what cannot be."""


class Round(NamedTuple):
    """What one step of all games gives to learn from, or all steps; rows are deciders, then watchers, then followers:
    deciders again, right after they decided."""

    features: Tensor
    """steps × rows × features."""
    masks: Tensor
    chosen: Tensor
    logs: Tensor
    """The logarithm of the odds with which it was chosen."""
    actors: Tensor
    values: Tensor
    """What was thought of every seat's share and the lead: steps × games × (seats + 1)."""
    after: Tensor
    """The same right after the choice."""
    viewers: Tensor
    done: Tensor
    shares: Tensor
    leads: Tensor
    targets: Tensor
    """What should have been thought: steps × rows × (seats + 1)."""
    advantages: Tensor
    own: Tensor
    """1 where the network decided itself, 0 where a mirror did."""


class Learner:
    """A network, the games that it plays, and what it learns with; a mirror plays like somebody else."""

    def __init__(self, plan: Plan, cuda: bool, mirror: Net | None = None) -> None:
        self.plan = plan
        torch.manual_seed(plan.seed)
        settings = all_settings(plan.game)
        self.field = field = Field(
            plan.game,
            settings,
            shares(settings, plan.size),
            plan.seed,
            cuda,
            plan.scripted,
            after=plan.luck < 1 or plan.follow > 0,
        )
        module = features_of(plan.game)
        self.precision = torch.bfloat16 if field.device.type == "cuda" else torch.float32
        self.net = Net(module.length, module.choices, field.seats, plan.width, plan.blocks).to(field.device)
        self.player = copy.deepcopy(self.net).to(self.precision).requires_grad_(False)
        self.mean = copy.deepcopy(self.net).requires_grad_(False)
        fine = torch.float16 if field.device.type == "cuda" else torch.float32
        self.critic = copy.deepcopy(self.net).to(fine).requires_grad_(False)
        self.mirror = mirror and mirror.to(field.device, self.precision).requires_grad_(False)
        self.mirrored = mirrored_seats(field, plan.mirrored if mirror else 0.0, plan.among, plan.seed)
        self.visited = self.mirrored.any(1).nonzero()[:, 0]
        self.tally = field.new((len(field.settings), 2), torch.float32)
        """Of each setting: games of one seat of its own among mirrors, and what it won of them."""
        fused = field.device.type == "cuda"
        self.optimiser = torch.optim.Adam(self.net.parameters(), plan.rate, (0.9, 0.98), 1e-7, fused=fused)
        self.dice = torch.Generator(field.device).manual_seed(plan.seed)
        self.loss, self.drawn = self._ready(self._loss), self._ready(drawn)
        self.liked, self.thought = self._ready(self._liked), self._ready(self._thought)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self.watchers = plan.size // plan.stride
        self.followers = plan.size // plan.follow if plan.follow else 0
        self.relative, self.seated = relative_seats(field)
        self.round = self._buffers(padded(module.length), module.choices)
        self._share()
        field.wander(plan.wander)

    def _ready(self, work: Work) -> Work:
        """Work on rows of features, compiled by PyTorch if that is wanted."""
        return cast(Work, torch.compile(work, dynamic=False)) if self.plan.compile else work

    def _buffers(self, features: int, choices: int) -> Round:
        plan, new, seats = self.plan, self.field.new, self.field.seats
        rows, real = plan.size + self.watchers + self.followers, torch.float32
        each = (plan.steps, plan.size)
        return Round(
            new((plan.steps, rows, features), torch.int8),
            new((*each, choices), torch.int8),
            new(each, torch.int64),
            new(each, real),
            new(each, torch.int64),
            new((*each, seats + 1), real),
            new((*each, seats + 1), real),
            new((plan.steps, self.watchers), torch.int64),
            new(each, torch.int64),
            new((*each, seats), real),
            new((*each, seats), real),
            new((plan.steps, rows, seats + 1), real),
            new(each, real),
            new(each, real),
        )

    def _share(self) -> None:
        """Numba's eyes on the arrays that the games are written to."""
        size, share, r, end = self.plan.size, self.field.share, self.round, self.plan.size + self.watchers
        self.seen = [
            (share(r.features[t, :size]), share(r.features[t, size:end]), share(r.masks[t]), share(r.viewers[t]))
            for t in range(self.plan.steps)
        ]
        self.everyone = self.field.new(size, torch.int64)
        self.last = self.field.new((size, r.features.shape[2]), torch.int8)
        self.seen_last = share(self.everyone), share(self.last)

    @property
    def progress(self) -> float:
        """How much of the way to the last learning rate is done, from 0 to 1."""
        if self.plan.total:
            return min(1.0, self.seconds / (60 * self.plan.total))
        return min(1.0, self.decisions / self.plan.horizon)

    def iterate(self) -> Tensor:
        """Play and learn once; the means of what `_loss` reports."""
        self.play()
        self.judge()
        return self.learn()

    # --- Playing ------------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def play(self) -> None:
        """Every game takes its steps; what the network saw, did and thought is kept."""
        copy_weights(self.net, self.player)
        copy_weights(self.mean, self.critic)
        self.round.features.zero_()
        self.round.masks.zero_()
        for t in range(self.plan.steps):
            self._play_step(t)
        self.decisions += self.plan.steps * self.plan.size
        self._count()

    def _count(self) -> None:
        """Add to the tally what was won among mirrors."""
        lone = (self.field.players - self.mirrored.sum(1) == 1).nonzero()[:, 0]
        mine = (~self.mirrored[lone]).int().argmax(1)
        ended = (self.round.done[:, lone] > 0).float()
        won = self.round.shares[:, lone, mine] * ended
        self.tally.index_add_(0, self.field.kinds[lone], torch.stack([ended.sum(0), won.sum(0)], 1))

    def among_mirrors(self) -> dict[str, tuple[int, float]]:
        """What was won in each setting by one seat among mirrors since this was asked last, and of how many games."""
        found = {
            str(setting): (int(games), won / games)
            for setting, (games, won) in zip(self.field.settings, self.tally.tolist(), strict=True)
            if games
        }
        self.tally.zero_()
        return found

    def _play_step(self, t: int) -> None:
        field, r, size = self.field, self.round, self.plan.size
        features, watched, masks, viewers = self.seen[t]
        field.look(features, masks)
        r.actors[t] = field.actor
        stride, first = self.plan.stride, t % self.plan.stride
        r.viewers[t] = self._somebody_else(field.actor[first::stride], field.players[first::stride])
        field.watch(viewers, first, stride, watched)
        policy = self.liked(r.features[t, :size])
        mirrored = self.mirrored.gather(1, r.actors[t, :, None])[:, 0]
        r.own[t] = (~mirrored).float()
        if self.mirror:
            theirs = self.mirror(r.features[t, self.visited].to(self.precision))[0]
            mixed = torch.where(mirrored[self.visited, None], theirs, policy[self.visited])
            policy = policy.index_copy(0, self.visited, mixed)
        chance = torch.empty_like(policy, dtype=torch.float32).exponential_(generator=self.dice)
        chosen, r.logs[t] = self.drawn(policy, r.masks[t], chance)
        r.chosen[t] = chosen
        r.values[t] = self.thought(r.features[t, :size])
        field.step(chosen)
        r.done[t], r.shares[t], r.leads[t] = field.done, field.shares, field.leads
        if self.plan.luck < 1:
            r.after[t] = self.thought(field.after)
        if self.followers:
            followed = self.followed(t)
            ended = (field.done > 0)[followed, None]  # then there was nothing to see after it
            before = r.features[t, :size][followed]
            r.features[t, size + self.watchers :] = torch.where(ended, before, field.after[followed])

    def followed(self, t: int) -> slice:
        """Of which games the value is learned of what was seen right after the decision."""
        return slice(t % self.plan.follow, None, self.plan.follow) if self.followers else slice(0)

    def _liked(self, features: Tensor) -> Tensor:
        """What the network that plays thinks of every choice."""
        policy: Tensor = self.player(features.to(self.precision))[0]
        return policy

    def _thought(self, features: Tensor) -> Tensor:
        """What is thought of every seat's share and the lead: by the mean of the latest networks, which errs less than
        each of them, and more finely than they play, since choices differ by little."""
        return values_of(self.critic(features.to(self.critic.first.weight.dtype))[1], self.seated)

    def _somebody_else(self, actor: Tensor, players: Tensor) -> Tensor:
        chance = torch.rand(len(actor), generator=self.dice, device=actor.device)
        return (actor + 1 + (chance * (players - 1)).long().clamp(max=players - 2)) % players

    # --- Judging ------------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def judge(self) -> None:
        """From the last step to the first: what each decision should have been thought to bring."""
        plan, r, size, end = self.plan, self.round, self.plan.size, self.plan.size + self.watchers
        games = torch.arange(size, device=self.field.device)
        next_value = self._values_at_the_end()  # games × viewers × (seats + 1): at the viewer's next decision
        next_return = next_value.clone()
        for t in reversed(range(plan.steps)):
            ended = (r.done[t] > 0)[:, None, None]
            final = self._final(r.shares[t], r.leads[t])
            next_value, next_return = torch.where(ended, final, next_value), torch.where(ended, final, next_return)
            target = torch.lerp(next_value, next_return, plan.trust)
            watched = games[t % plan.stride :: plan.stride]
            r.targets[t, :size] = mine = target[games, r.actors[t]]
            r.targets[t, size:end] = target[watched, r.viewers[t]]
            r.targets[t, end:] = mine[self.followed(t)]
            r.after[t] = torch.where(ended[:, 0], final[games, r.actors[t]], r.after[t])
            next_value[games, r.actors[t]] = r.values[t]
            next_return[games, r.actors[t]] = mine
        gain = torch.lerp(r.after, r.targets[:, :size], plan.luck) - r.values
        advantages = gain[..., 0] + plan.lead * gain[..., -1]
        mine = advantages[r.own > 0]
        r.advantages.copy_((advantages - mine.mean()) / (mine.std() + 1e-8))

    def _values_at_the_end(self) -> Tensor:
        """What every seat thinks of where its game stands now."""
        viewers, features = self.seen_last
        found = []
        for viewer in range(self.field.seats):
            self.everyone.fill_(viewer)
            self.last.zero_()
            self.field.watch(viewers, 0, 1, features)
            found.append(self.thought(self.last))
        return torch.stack(found, 1)

    def _final(self, won: Tensor, leads: Tensor) -> Tensor:
        """What a finished game brought, as every seat sees it."""
        spread = won[:, None, :].expand_as(self.relative).gather(2, self.relative) * self.seated[:, None, :]
        return torch.cat([spread, (leads / self.plan.lead_scale).clamp(-1, 1)[:, :, None]], 2)

    # --- Learning -----------------------------------------------------------------------------------------------------

    def learn(self) -> Tensor:
        """Take the steps in a new order, one step of all games at a time."""
        reports = []
        plan = self.plan
        variety = plan.entropy + (plan.last_entropy - plan.entropy) * self.progress
        entropy = torch.full((), variety, device=self.field.device)
        for _ in range(plan.epochs):
            for t in torch.randperm(plan.steps, generator=self.dice, device=self.field.device).tolist():
                reports.append(self._update(t, entropy))
        return torch.stack(reports).mean(0)

    def _update(self, t: int, entropy: Tensor) -> Tensor:
        plan = self.plan
        for group in self.optimiser.param_groups:
            rise = min(1.0, (self.updates + 1) / plan.rise)
            group["lr"] = rise * (plan.rate + (plan.last_rate - plan.rate) * self.progress)
        loss, report = self.loss_at(t, entropy)
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), plan.norm)
        self.optimiser.step()
        self.updates += 1
        with torch.no_grad():
            for mean, latest in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                mean.lerp_(latest, 1 / min(self.updates, plan.mean))
        return report

    def loss_at(self, t: int, entropy: Tensor) -> tuple[Tensor, Tensor]:
        """What `_loss` says of one step of all games."""
        r, stride = self.round, self.plan.stride
        seated = torch.cat([self.seated, self.seated[t % stride :: stride], self.seated[self.followed(t)]])
        return self.loss(
            r.features[t], r.masks[t], r.chosen[t], r.logs[t], r.own[t], r.advantages[t], r.targets[t], seated, entropy
        )

    def _loss(
        self,
        features: Tensor,
        masks: Tensor,
        chosen: Tensor,
        old: Tensor,
        own: Tensor,
        advantages: Tensor,
        targets: Tensor,
        seated: Tensor,
        entropy_weight: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """The loss; and to report: the policy's and the value's, the lead's, the entropy, how far the policy moved."""
        plan = self.plan
        policy, worth = self.net(features.to(self.precision))
        logs = masked_logs(policy[: len(masks)], masks)
        part = own / own.sum().clamp(min=1)
        entropy = -((logs.exp() * logs).sum(1) * part).sum()
        moved = (logs.gather(1, chosen[:, None])[:, 0] - old) * own
        ratio = moved.exp()
        gains = torch.minimum(ratio * advantages, ratio.clamp(1 - plan.clip, 1 + plan.clip) * advantages)
        gain = (gains * part).sum()
        worth = worth.float()
        seats = functional.log_softmax(worth[:, :-1].masked_fill(~seated, NEVER), 1)
        surprise = -(targets[:, :-1] * seats).sum(1).mean()
        lead = functional.mse_loss(worth[:, -1], targets[:, -1])
        loss = plan.value * (surprise + lead) - gain - entropy_weight * entropy
        distance = ((ratio - 1 - moved) * part).sum()
        return loss, torch.stack([-gain, surprise, lead, entropy, distance]).detach()

    # --- Keeping ------------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        kept: dict[str, Any] = {
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "dice": self.dice.get_state(),
            "decisions": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "seed": self.field.seed,
        }
        if self.plan.keep_games:
            field = self.field
            kept["mean"] = self.mean.state_dict()
            kept["games"] = torch.from_numpy(field.records().view("u1").copy())
            kept["numbers"], kept["rolls"] = field.numbers, field.rolls
        return kept

    def restore(self, kept: dict[str, Any]) -> None:
        self.net.load_state_dict(kept["net"])
        self.mean.load_state_dict(kept.get("mean", kept["net"]))
        self.optimiser.load_state_dict(kept["optimiser"])
        self.dice.set_state(kept["dice"])
        self.decisions, self.updates, self.seconds = kept["decisions"], kept["updates"], kept["seconds"]
        field = self.field
        if "games" in kept:
            field.put(kept["games"].numpy().view(field.records().dtype))
            field.numbers.copy_(kept["numbers"])
            field.rolls.copy_(kept["rolls"])
            field.seed = kept["seed"]
        else:
            field.reset(kept["seed"] + 1)
            field.wander(self.plan.wander)


def copy_weights(source: Net, target: Net) -> None:
    """In the target's precision."""
    for mine, master in zip(target.parameters(), source.parameters(), strict=True):
        mine.copy_(master)


def mirrored_seats(field: Field, part: float, least: int, seed: int) -> Tensor:
    """Of each game the seats of mirrors: in that part of the games with at least so many players half the time all but
    one, otherwise any number of them. Games with thumb bots have none."""
    dice = torch.Generator().manual_seed(seed + 1)
    players, size = field.players.cpu(), field.size
    chosen = (torch.rand(size, generator=dice) < part) & (field.scripted.cpu() == 0) & (players >= least)
    learner = (torch.rand(size, generator=dice) * players).long()
    every = torch.rand(size, 1, generator=dice) < 0.5
    seats = torch.arange(field.seats)
    wanted = (torch.rand(size, field.seats, generator=dice) < 0.5) | every
    wanted &= (seats != learner[:, None]) & (seats < players[:, None]) & chosen[:, None]
    return wanted.to(field.device)


def relative_seats(field: Field) -> tuple[Tensor, Tensor]:
    """Of each game and viewer: the seats from the viewer's on; and of each game which of them are taken."""
    steps = torch.arange(field.seats, device=field.device)
    players = field.players[:, None, None]
    relative = (steps[None, :, None] + steps[None, None, :]) % players
    return relative, steps[None, :] < field.players[:, None]


def masked_logs(policy: Tensor, mask: Tensor) -> Tensor:
    """The logarithms of the odds of what is allowed."""
    return functional.log_softmax(policy.float().masked_fill(mask == 0, NEVER), 1)


def drawn(policy: Tensor, mask: Tensor, chance: Tensor) -> tuple[Tensor, Tensor]:
    """A choice of each row by its odds, given a number for every choice that is distributed exponentially; and the
    logarithm of the odds that it had."""
    logs = masked_logs(policy, mask)
    chosen = (logs - chance.clamp(min=1e-30).log()).argmax(1)
    return chosen, logs.gather(1, chosen[:, None])[:, 0]


def values_of(worth: Tensor, seated: Tensor) -> Tensor:
    """Shares of the victory, and the lead."""
    worth = worth.float()
    return torch.cat([functional.softmax(worth[:, :-1].masked_fill(~seated, NEVER), 1), worth[:, -1:]], 1)
