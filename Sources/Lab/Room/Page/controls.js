/// The input elements of a question. `make` creates them from the view's `control`; `read` returns
/// the answer as it would be typed in the terminal.
const controls = {
  /// Returns the control without its answer.
  shape(control) {
    if (!control) return null;
    const { chosen, value, ...shape } = control;
    return shape;
  },

  /// Whether the control is the review of the consent, in which a press inverts a choice.
  isReview(control) {
    return control?.kind === "review";
  },

  make(control, question, change) {
    if (this.isReview(control)) return this.review(control, question, change);
    switch (control.kind) {
      case "single": case "multiple": return this.choices(control, question);
      case "scale":
        return control.max - control.min > 20
          ? this.entry(control, question) : this.scale(control, question);
      default: return this.entry(control, question);
    }
  },

  group(question, ...children) {
    return make("fieldset", { "aria-describedby": "notice" }, make("legend", { text: question }), ...children);
  },

  choices(control, question) {
    const type = control.kind === "single" ? "radio" : "checkbox";
    return this.group(question, ...control.options.map((text, index) =>
      make("label", { class: "choice" },
        make("input", { type, name: "answer", value: String(index + 1) }),
        make("span", { class: "own", text: phrase(text) }))));
  },

  review(control, question, change) {
    return this.group(question, ...control.options.map((text, index) => {
      const isAgreed = control.chosen.includes(index);
      return make("label", { class: "choice" },
        make("input", { type: "checkbox", checked: isAgreed,
          onchange: event => change(String(index + 1), event) }),
        make("span", { class: "own", text }));
    }));
  },

  /// Sets the check boxes of a review to the server's state.
  renew({ chosen }) {
    document.querySelectorAll("#control input").forEach((box, index) => {
      box.checked = chosen.includes(index);
    });
  },

  scale({ min, max, low, high }, question) {
    const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index);
    const end = step => step === min ? low : step === max ? high : null;
    const ends = low || high ? make("p", { class: "ends", "aria-hidden": "true" },
      make("span", { class: "own", text: low ? `${min} · ${low}` : "" }),
      make("span", { class: "own", text: high ? `${max} · ${high}` : "" })) : null;
    return this.group(question, ends, make("div", { class: "steps" }, ...steps.map(step =>
      make("label", { class: "step" },
        make("input", { type: "radio", name: "answer", value: String(step) }),
        make("span", { text: String(step) }),
        end(step) ? make("span", { class: "hidden", text: end(step) }) : null))));
  },

  entry(control, question) {
    const label = make("label", { class: "question own", for: "answer", text: question });
    if (control.kind === "text") {
      return make("div", {}, label, make("textarea",
        { id: "answer", dir: "auto", rows: "5", maxlength: "30000",
          "aria-describedby": "notice" }));
    }
    const { min, max, step, unit, low, high } = control;
    const ends = [low && `${min} · ${low}`, high && `${max} · ${high}`].filter(Boolean);
    // The valid range, worded like the session's refusal of a number outside it.
    const bounds = [min != null && `at least ${min}`, max != null && `at most ${max}`]
      .filter(Boolean).join(", ");
    const steps = step != null && min != null ? `, in steps of ${step}` : "";
    const range = control.kind === "number" && bounds
      ? phrase(`Type a number (${bounds})${steps}.`) : "";
    const described = [(unit || ends.length) && "unit", range && "range", "notice"].filter(Boolean);
    // A text field, because browsers drop the comma of a number such as 1,5 from a number field.
    // The session accepts the comma.
    return make("div", {}, label,
      make("input", { id: "answer", type: "text", autocomplete: "off",
        inputmode: control.kind === "scale" ? "numeric" : "decimal",
        "aria-describedby": described.join(" ") }),
      make("span", { id: "unit", class: "soft own", text: unit ?? ends.join(" … ") }),
      range ? make("p", { id: "range", class: "soft", text: range }) : null);
  },

  /// Returns the answer that the server has, as it would be typed; "" if there is none.
  given(control) {
    if (!control || this.isReview(control)) return "";
    switch (control.kind) {
      case "single": return control.chosen == null ? "" : String(control.chosen + 1);
      case "multiple": return (control.chosen ?? []).map(index => index + 1).join(",");
      case "scale": return control.chosen == null ? "" : String(control.chosen);
      default: return control.value ?? "";
    }
  },

  /// Whether the text has its maximum length or one unit less. The browser drops input beyond the
  /// maximum. It drops a character of two units, such as an emoji, as a whole.
  isFull() {
    const field = $("answer");
    return field?.maxLength > 0 && field.value.length >= field.maxLength - 1;
  },

  read() {
    const field = $("answer");
    if (field) return field.value;
    return [...document.querySelectorAll("[name=answer]:checked")].map(box => box.value).join(",");
  },

  write(answer) {
    const field = $("answer");
    if (field) { if (field.value !== answer) field.value = answer; return; }
    const chosen = answer.split(",");
    for (const box of document.querySelectorAll("[name=answer]")) {
      box.checked = chosen.includes(box.value);
    }
  },

  mark(isRefused) {
    const boxes = document.querySelectorAll("#answer, [name=answer]");
    for (const box of boxes) {
      if (isRefused) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
      if (isRefused) box.setAttribute("aria-errormessage", "refusal");
      else box.removeAttribute("aria-errormessage");
    }
    if (isRefused) ([...boxes].find(box => box.checked) ?? boxes[0])?.focus();
  },
};
