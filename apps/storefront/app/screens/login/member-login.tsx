import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { whenIdle } from '../../chunk/when-idle.ts'
import { normalizeEmail } from '../../form/writing.ts'
import { afterLogin } from '../../state/after-login.ts'
import { browserStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { loadRules, useLoginFields } from './use-login-fields.ts'

const importAuth = () => import('../../state/auth.ts')

interface MemberLoginProps {
  next: string | null
  /** An e-mail that the other part of this screen found to be a member's. */
  email: string
  /** Whether it is the main action of the screen. */
  look: 'primary' | 'secondary'
}

/**
 * 会員の方. The fields are native, without a form library, so that input from before hydration, also by a password manager,
 * is sent. `post`: the password never appears in a URL, even if the browser itself submits the form.
 */
export function MemberLogin({ next, email, look }: MemberLoginProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { errors, refusal, isSubmitting, submit, field } = useLoginFields(async (body) => {
    // Loads the code first, so that a login is never half done.
    const { beginSession } = await loadChunk(importAuth)
    await beginSession(bareApi, browserStorage(), await bareApi('POST /v1/common/login/customer/', { body }))
    await navigate(afterLogin(next), { replace: true })
  })
  useEffect(() => whenIdle(() => void Promise.all([loadRules(), importAuth()]).catch(() => {})), [])
  useEffect(() => {
    const input = form.current?.elements.namedItem('email')
    if (email && input instanceof HTMLInputElement && !input.value) input.value = email
  }, [email])
  return (
    <form ref={form} noValidate method="post" onSubmit={submit} className="grid gap-4">
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <TextField
        {...field('email')}
        label="メールアドレス"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email}
        normalize={normalizeEmail}
      />
      <PasswordField
        {...field('password')}
        label="パスワード"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" look={look} wide pending={isSubmitting}>
        ログインする
      </Button>
      <p className="text-sm">
        <Link to="/forget" className="text-link inline-flex min-h-tap items-center">
          パスワードを忘れた方
        </Link>
      </p>
    </form>
  )
}
