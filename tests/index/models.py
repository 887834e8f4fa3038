"""Tiny models with random weights, in the layout that sentence-transformers writes."""

import json
from pathlib import Path


def tiny_bert(folder: Path, tokenizer: Path, pooling: str = "cls", **changes) -> Path:
    """BGE Small's architecture with two narrow layers; `tokenizer` is a folder with one."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from transformers import AutoTokenizer, BertConfig, BertModel

    torch.manual_seed(7)
    words = AutoTokenizer.from_pretrained(tokenizer)
    shape = BertConfig(
        vocab_size=len(words),
        hidden_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=192,
        max_position_embeddings=128,
        initializer_range=0.2,
    )
    plain = folder.with_name(f"{folder.name}-plain")
    BertModel(shape).save_pretrained(plain)
    words.save_pretrained(plain)
    transformer = Transformer(str(plain), max_seq_length=128)
    model = SentenceTransformer(modules=[transformer, Pooling(96, pooling_mode=pooling), Normalize()], device="cpu")
    model.save(str(folder))
    config = folder / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | changes))
    return folder


def tiny_cross_encoder(folder: Path, tokenizer: Path, outputs: int = 1) -> Path:
    """A cross-encoder's architecture with two narrow layers."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    torch.manual_seed(7)
    words = AutoTokenizer.from_pretrained(tokenizer)
    shape = BertConfig(
        vocab_size=len(words),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        num_labels=outputs,
        initializer_range=0.2,
    )
    BertForSequenceClassification(shape).save_pretrained(folder)
    words.save_pretrained(folder)
    return folder
