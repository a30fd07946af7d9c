/** Goes to the first field that is wrong, once its error is drawn: of the dialog where one is open. */
export function focusFirstError(): void {
  setTimeout(() => {
    const place = document.querySelector('[role="dialog"]') ?? document.querySelector('main')
    const field = place?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    if (!field) return
    if (field.getAttribute('role') === 'alert') field.tabIndex = -1
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  }, 50)
}
