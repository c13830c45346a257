"""What runs behind the API: Celery tasks that move bots, rule on words and simulate."""
