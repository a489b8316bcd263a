"""Scoring: proposals, functional checks, statistics, baselines, prompts, model runs, leaderboard."""
