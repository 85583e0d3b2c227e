// The fields with which somebody names a vault and opens it. What is typed stays in the fields, and goes nowhere else.
import { $ } from "./asking.js";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Fit the buttons of a new vault. */
export function fitNew() {
  $("suggest").addEventListener("click", () => {
    const made = suggestion();
    $("new-passphrase").value = made;
    $("the-same-again").value = made;
    show(true);
    $("new-passphrase").focus();
    $("new-passphrase").select();
  });
  $("show").addEventListener("change", () => show($("show").checked));
}

function show(yes) {
  $("show").checked = yes;
  for (const id of ["new-passphrase", "the-same-again"]) $(id).type = yes ? "text" : "password";
}

/** Five groups of four out of 31 signs: 99 bits, by the browser's own chance. */
export function suggestion() {
  const groups = [];
  for (let group = 0; group < 5; group += 1) {
    let letters = "";
    while (letters.length < 4) {
      const [value] = crypto.getRandomValues(new Uint8Array(1));
      // Of 256 values 248 are eight times the 31 signs; the others would make some signs likelier.
      if (value < 248) letters += LETTERS[value % 31];
    }
    groups.push(letters);
  }
  return groups.join("-");
}

/** What is wrong with a new vault, or nothing. */
export function wrongNew() {
  if (!$("name-of-the-vault").value.trim()) return [$("name-of-the-vault"), "Give the vault a name."];
  if ($("new-passphrase").value.length < 12) return [$("new-passphrase"), "The passphrase needs at least 12 characters."];
  if ($("new-passphrase").value !== $("the-same-again").value) return [$("the-same-again"), "The two passphrases are not the same."];
  return null;
}

/** What opens the vault that is chosen: its passphrase, or a key out of a file. */
export async function opened() {
  const file = $("key-file").files[0];
  const key = file && file.size < 20000 ? await file.text() : "";
  return { passphrase: $("passphrase").value, key };
}

/** What is wrong with the choice of a vault that is there, or nothing. */
export function wrongExisting() {
  if (!$("vault").value) return [$("vault"), "There is no vault in the folder."];
  if (!$("passphrase").value && !$("key-file").files.length) return [$("passphrase"), "Type the passphrase of the vault."];
  return null;
}

/** Mark a field as wrong, go there, and return the words for the notice. */
export function blame(wrong) {
  document.querySelectorAll("[aria-invalid]").forEach((each) => each.removeAttribute("aria-invalid"));
  if (!wrong) return "";
  const [control, words] = wrong;
  control.setAttribute("aria-invalid", "true");
  control.focus();
  return words;
}

/** Put the names of vaults into the list. */
export function listVaults(names, chosen) {
  const kept = chosen || $("vault").value;
  $("vault").replaceChildren(...names.map((name) => new Option(name, name, false, name === kept)));
}
