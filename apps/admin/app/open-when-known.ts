/** Opens the window during the click, because the browser would block a later one, and sets its URL when it is known. */
export function openWhenKnown(asked: Promise<{ url: string }>): void {
  const opened = window.open('about:blank', '_blank')
  void asked.then(({ url }) => {
    if (opened) opened.location.href = url
  })
}
