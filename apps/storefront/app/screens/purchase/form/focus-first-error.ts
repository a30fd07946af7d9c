/** Goes to the first field that is wrong, once its error is drawn. */
export function focusFirstError(): void {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"], main [role="alert"]')
    if (!field) return
    if (field.role === 'alert') field.tabIndex = -1
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  }, 50)
}
