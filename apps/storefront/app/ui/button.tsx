import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-look.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` once per screen, for its main action. */
  look?: ButtonLook
  wide?: boolean
  /** The action is in progress: shows a spinner, keeps the focus, and ignores further clicks. */
  pending?: boolean
}

export function Button({ look = 'primary', wide = false, pending = false, children, onClick, ...rest }: ButtonProps) {
  const isSubmit = rest.type === 'submit'
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={buttonClass(look, wide)}
      // On blur a field may show an error and move the button during the press, so that the click would be lost. So the
      // field keeps the focus until the press ends.
      onMouseDown={isSubmit ? (event) => event.preventDefault() : undefined}
      onClick={(event) => {
        if (isSubmit) event.currentTarget.focus({ preventScroll: true })
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
