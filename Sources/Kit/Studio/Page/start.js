/// The page shows the overview that was asked for: a model that was attached, or that changed.
function begin() {
  state.model = state.overview.model;
  state.version = state.overview.version;
  if (state.model) {
    const first = state.model.entities.find(e => !e.abstract);
    if (!first) {
      state.overview.problem = "The model has no entity with records of its own: add one in the model editor.";
      state.model = null;
    } else if (!state.form || !entityNamed(state.form.entity)) {
      Object.assign(state, { form: { entity: first.name }, rows: null, opened: null });
    }
  }
  drawModel();
  if (!state.model) return;
  drawForm();
  // A text that somebody is in the middle of stays as it is.
  fromEither();
}

async function load() {
  try {
    state.overview = await ask("/api/model");
    begin();
    document.body.dataset.ready = Math.round(performance.now());
  } catch (error) {
    $("modelProblem").textContent = error.message;
    show("modelProblem", true);
  }
}

if (innerWidth < 760) $("holds").open = false;
const events = new EventSource("/api/events?token=" + encodeURIComponent(token));
events.onmessage = async e => {
  if (state.version < 0 || Number(e.data) <= state.version) return;
  state.overview = await ask("/api/model");
  begin();
  say(state.overview.problem ? "The model file has errors" : "The model has changed; the page follows");
};
load();
