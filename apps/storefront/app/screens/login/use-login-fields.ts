import { ApiError } from '@kushi/contract/client'
import type { LoginForm } from '@kushi/contract/form/member'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { focusFirstError } from '../../form/focus-error.ts'

const importRules = () => import('../../form/account.ts')

/** The validation rules load after the page, before a visitor can finish typing. */
export const loadRules = () => loadChunk(importRules)

type Name = keyof LoginForm
type Errors = Partial<Record<Name, string>>

const typedIn = (form: HTMLFormElement): LoginForm => {
  const fields = new FormData(form)
  const code = fields.get('device_code')
  return {
    email: String(fields.get('email') ?? ''),
    password: String(fields.get('password') ?? ''),
    ...(code !== null && { device_code: String(code) }),
  }
}

/** Form state of the login. Validates fields on blur, then sends them. `send` throws the server's errors. */
export function useLoginFields(send: (body: LoginForm) => Promise<void>) {
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const left = useRef(new Set<string>())

  async function look(form: HTMLFormElement): Promise<LoginForm | null> {
    const { loginForm } = await loadRules()
    const { data, error } = loginForm.safeParse(typedIn(form))
    const found: Errors = {}
    for (const { path, message } of error?.issues ?? [])
      if (left.current.has(String(path[0]))) found[path[0] as Name] ??= message
    setErrors(found)
    return data ?? null
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSubmitting) return
    const form = event.currentTarget
    for (const name of ['email', 'password', 'device_code']) left.current.add(name)
    setRefusal(null)
    setSubmitting(true)
    try {
      const body = await look(form)
      if (body) await send(body)
      else focusFirstError()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
      focusFirstError()
    } finally {
      setSubmitting(false)
    }
  }

  return {
    errors,
    refusal,
    setRefusal,
    isSubmitting,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** Validates on blur, and after that on every input. */
    field: (name: Name) => ({
      name,
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        left.current.add(name)
        if (currentTarget.form) void look(currentTarget.form)
      },
      onChange: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        if (left.current.has(name) && currentTarget.form) void look(currentTarget.form)
      },
    }),
  }
}
