import { announceFormErrors } from '../ui/speaking.ts'

/** An open dialog. The menu that needs no code is always in the page. */
const DIALOG = '[role="dialog"]:not([popover])'

/** Focuses the first field with an error after the error is rendered; in the dialog if one is open. */
export function focusFirstError(): void {
  setTimeout(() => {
    const place = document.querySelector(DIALOG) ?? document.querySelector('main')
    const field = place?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    if (!field) return
    if (field.getAttribute('role') === 'alert') field.tabIndex = -1
    field.focus({ preventScroll: true })
    // Leaving the field in which Enter was pressed is not leaving it by hand.
    announceFormErrors()
    field.scrollIntoView({ block: 'center' })
  }, 50)
}
