import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface PasswordFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'required' | 'type'> {}

/** A password field with a button to show the password. Accepts `{...register('password')}`. */
export function PasswordField({ label, required, hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="control pr-20"
          />
          <button
            type="button"
            aria-pressed={isShown}
            className="absolute inset-y-0 right-0 px-4 text-sm text-muted underline decoration-brass underline-offset-4 hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            <span className="sr-only">パスワードを</span>
            表示
          </button>
        </span>
      )}
    </Field>
  )
}
