"""A chat endpoint in OpenAI's shape whose "models" follow written rules instead of weights."""
