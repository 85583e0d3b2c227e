"""A tokenizer of single letters, and models with weights by chance: small, and saved like real ones."""

from pathlib import Path
from typing import Any

from tests.unit.detectors.adapters.extras import needs

LABELS = ("O", "B-PER", "I-PER", "B-WEAPON", "I-WEAPON")
PLACES = 64
_LETTERS = [chr(code) for code in range(33, 127)]
_TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *_LETTERS, *(f"##{each}" for each in _LETTERS)]


def tokenizer() -> Any:
    """Make a tokenizer in the manner of BERT whose vocabulary is the letters of ASCII."""
    library, fast = needs("transformers", "transformers"), needs("tokenizers", "transformers")
    vocabulary = {token: number for number, token in enumerate(_TOKENS)}
    made = fast.Tokenizer(fast.models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=10_000))
    made.normalizer = fast.normalizers.BertNormalizer(lowercase=False)
    made.pre_tokenizer = fast.pre_tokenizers.BertPreTokenizer()
    made.post_processor = fast.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    return library.PreTrainedTokenizerFast(tokenizer_object=made, **names)


def config(family: str, labels: tuple[str, ...]) -> Any:
    """Make the plan of a model with one layer that reads few tokens at once."""
    return getattr(needs("transformers", "transformers"), f"{family}Config")(
        vocab_size=len(_TOKENS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=PLACES,
        # Large weights, so that chance has opinions.
        initializer_range=0.5,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )


def save(folder: Path, kind: str = "BertForTokenClassification", labels: tuple[str, ...] = LABELS) -> Path:
    """Save a model of a kind with its tokenizer; the same weights every time."""
    torch = needs("torch", "transformers")
    torch.manual_seed(7)
    # Threads of several test processes would wait for one another.
    torch.set_num_threads(1)
    family = kind.removesuffix("Model").partition("For")[0]
    getattr(needs("transformers", "transformers"), kind)(config(family, labels)).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def save_gliner(folder: Path) -> Path:
    """Save a GLiNER model around such an encoder, which reads 24 words at once."""
    library = needs("gliner", "gliner")
    encoder = save(folder / "encoder", "BertModel")
    plan = library.GLiNERConfig(
        model_name=str(encoder), hidden_size=16, max_len=24, max_width=4, dropout=0.0, num_rnn_layers=0
    )
    library.GLiNER.from_config(plan, backbone_from_pretrained=True).save_pretrained(str(folder / "model"))
    return folder / "model"
