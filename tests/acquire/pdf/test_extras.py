import pymupdf

from host.acquire.pdf.document import pdf_document

FILE = ("file:///form.pdf", "form.pdf")
FIELDS = (
    ("owner", "Owner's name", pymupdf.PDF_WIDGET_TYPE_TEXT, "Ann  Lee"),
    ("plain", "", pymupdf.PDF_WIDGET_TYPE_TEXT, "Bo"),
    ("empty", "Left empty", pymupdf.PDF_WIDGET_TYPE_TEXT, ""),
    ("ticked", "Has a mast", pymupdf.PDF_WIDGET_TYPE_CHECKBOX, True),
    ("open", "Has a motor", pymupdf.PDF_WIDGET_TYPE_CHECKBOX, False),
    ("colour", "Colour", pymupdf.PDF_WIDGET_TYPE_COMBOBOX, "red"),
)


def form():
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((50, 40), "A form")
    for row, (name, label, kind, value) in enumerate(FIELDS):
        field = pymupdf.Widget()
        field.field_name, field.field_label, field.field_type = name, label, kind
        field.rect = pymupdf.Rect(50, 60 + row * 30, 200, 80 + row * 30)
        if kind == pymupdf.PDF_WIDGET_TYPE_COMBOBOX:
            field.choice_values = ["red", "blue"]
        field.field_value = value
        page.add_widget(field)
    return file.tobytes()


def test_filled_fields_are_told_with_what_they_are_for():
    lines = pdf_document(form(), *FILE).markdown.splitlines()
    assert [line for line in lines if line.startswith("- ")] == [
        "- Owner's name: Ann Lee",
        "- plain: Bo",
        "- Has a mast: yes",
        "- Colour: red",
    ]


def test_the_boxes_of_a_form_are_no_table():
    assert "|" not in pdf_document(form(), *FILE).markdown


def test_files_inside_are_listed_once_with_their_size():
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((50, 40), "See the plan.")
    file.embfile_add("plan", b"x" * 2_500, filename="plan.txt")
    page.add_file_annot((100, 100), b"x" * 12, "note.txt")
    document = pdf_document(file.tobytes(), *FILE)
    assert document.markdown.endswith("\n\n## Attachments\n\n- plan.txt (2.5 kB)\n- note.txt (12 bytes)")
    assert [anchor.value for anchor in document.anchors] == ["1"]


def test_comments_are_told_with_their_author():
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((50, 100), "The mast is up.")
    page.add_text_annot((300, 100), "Which mast?").set_info(title="Ann")
    page.add_highlight_annot(page.search_for("mast")[0]).set_info(content="The tall\none", title="")
    page.add_highlight_annot(page.search_for("up")[0])
    page.add_freetext_annot(pymupdf.Rect(50, 200, 200, 230), "Typed onto it")
    markdown = pdf_document(file.tobytes(), "file:///a.pdf", "a.pdf").markdown
    assert markdown == "The mast is up.\n\nTyped onto it\n\n- Comment by Ann: Which mast?\n- Comment: The tall one"
