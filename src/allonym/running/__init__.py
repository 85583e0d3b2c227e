"""Take whole files through the engine: streamed, verified, published all at once or not at all."""
