/// Files of the task: the command for the participant's own machine, and the upload of a zip file.

// "Done" waits for a zip file that is being sent, and then counts from the time of its press. It waits at
// most 30 seconds: if the time limit passed meanwhile, it would come too late.
let isSending = false, heldSince = 0;
queue.holds = item => {
  if (!isSending || item.key !== "d") return false;
  heldSince ||= performance.now();
  return performance.now() - heldSince < 30000;
};

function sayFiles(text, isBad) {
  $("filesNotice").className = isBad ? "notice bad" : "notice";
  put("filesNotice", text);
}

$("join").addEventListener("click", async () => {
  try {
    const { command } = await talk("/machine-link", { body: {} });
    put("command", command);
    show("joinCommand", true);
    $("command").focus();
    sayFiles("");
  } catch (error) { sayFiles(error.status ? error.message : word("page.noAnswer"), true); }
});

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("command").textContent);
    sayFiles(word("page.copied"));
  } catch {
    getSelection().selectAllChildren($("command"));
    sayFiles(word("page.selected"));
  }
});

async function sendFile(file) {
  sayFiles(word("page.sending"));
  let body;
  // Browsers refuse to read a file that has changed since it was chosen.
  try { body = await file.arrayBuffer(); } catch {
    $("zip").value = "";
    return sayFiles(word("page.zipChanged"), true);
  }
  try {
    const { files } = await talk("/workspace", { body, type: "application/zip", seconds: 300 });
    sayFiles(word("page.sent", files));
    $("zip").value = "";
  } catch (error) { sayFiles(error.status ? error.message : word("page.notSent"), true); }
}

$("upload").addEventListener("click", async () => {
  const file = $("zip").files[0];
  if (isSending) return;
  if (!file) return sayFiles(word("page.noZip"), true);
  // A proxy refuses a larger request without saying why.
  if (file.size > 20000000) return sayFiles(word("page.zipTooLarge"), true);
  isSending = true;
  try { await sendFile(file); } finally { [isSending, heldSince] = [false, 0]; }
});
