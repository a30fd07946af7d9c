/** Passes a file to the browser, which downloads it or opens it with an app. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
