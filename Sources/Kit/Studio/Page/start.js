/// Shows the overview just received: at the start, or after a model was attached or has changed.
function begin() {
  state.model = state.overview.model;
  state.version = state.overview.version;
  if (state.model) {
    const first = state.model.entities.find(e => !e.abstract);
    if (!first) {
      state.overview.problem = "Every entity of the model is abstract: in the model editor,"
        + " add one that is not abstract.";
      state.model = null;
    } else if (!state.form) {
      Object.assign(state, { form: { entity: first.name }, opened: null });
    }
  }
  drawModel();
  if (!state.model) { $("modelFile").open = true; return; }
  drawForm();
  // A text that a person is typing stays as it is.
  fromEither();
}

async function load() {
  try {
    state.overview = await ask("/api/model");
    restore();
    begin();
    document.body.dataset.ready = Math.round(performance.now());
  } catch (error) {
    $("modelProblem").textContent = error.message;
    show("modelProblem", true);
  }
}

if (innerWidth < 1180) for (const id of ["holds", "modelFile"]) $(id).open = false;
load();

/// Asks regularly whether the model has changed, while the page is visible. No connection is kept
/// open, because a browser has only six for all tabs of one server.
let isFollowing = false, isGone = false;
async function follow() {
  if (isFollowing || document.hidden || state.version < 0) return;
  isFollowing = true;
  try {
    const { version } = await ask("/api/version");
    if (version > state.version || isGone) {
      const isChanged = version > state.version;
      state.overview = await ask("/api/model");
      begin();
      if (isChanged) {
        say(state.overview.problem ? "The model file has errors"
          : "The model has changed; the page follows");
      }
    }
    isGone = false;
  } catch (error) {
    if ($("modelProblem").textContent !== error.message) {
      $("modelProblem").textContent = error.message;
      show("modelProblem", true);
    }
    isGone = true;
  }
  isFollowing = false;
}
setInterval(follow, 500);
addEventListener("visibilitychange", follow);
