/**
 * Opens the window during the click, because the browser would block a later one, and sets its URL when it is known.
 * Closes the window again if the call is refused.
 */
export async function openInNewTab(response: Promise<{ url: string }>): Promise<void> {
  const opened = window.open('about:blank', '_blank')
  try {
    const { url } = await response
    if (opened) opened.location.href = url
  } catch (error) {
    opened?.close()
    throw error
  }
}
