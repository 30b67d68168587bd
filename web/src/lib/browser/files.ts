/** Files that the page makes: handed to another app where the device can, saved otherwise. */

/** Whether this device can hand a file to another app. */
export function canShare(file: File): boolean {
  return typeof navigator.share === "function" && (navigator.canShare?.({ files: [file] }) ?? false);
}

/** Lets the browser save a file. */
export function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Shares a file, or saves it where sharing is not possible or fails. Whoever cancels the sharing gets no file. */
export async function shareOrSave(file: File, title: string): Promise<void> {
  if (!canShare(file)) return save(file);
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    if ((error as DOMException).name !== "AbortError") save(file);
  }
}
