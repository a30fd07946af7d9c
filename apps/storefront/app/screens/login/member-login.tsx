import { ApiError } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { whenIdle } from '../../chunk/when-idle.ts'
import { normalizeEmail } from '../../form/writing.ts'
import { mayUsePasskeys } from '../../passkey/may-use.ts'
import { makeOfferDue } from '../../passkey/offer-mark.ts'
import { afterLogin } from '../../state/after-login.ts'
import { browserStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { loadRules, useLoginFields } from './use-login-fields.ts'

const PasskeyLogin = lazy(() => loadChunk(() => import('../../passkey/login.tsx')))
const never = () => () => {}

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
  const { errors, refusal, setRefusal, isSubmitting, submit, field } = useLoginFields(async (body) => {
    // Loads the code first, so that a login is never half done.
    const { beginSession } = await loadChunk(importAuth)
    const session = await bareApi('POST /v1/common/login/customer/', { body }).catch(askForCode)
    await beginSession(bareApi, browserStorage(), session)
    makeOfferDue()
    await navigate(afterLogin(next), { replace: true })
  })
  const [wantsCode, setWantsCode] = useState(false)
  function askForCode(error: unknown): never {
    if (error instanceof ApiError && error.error === 'ERROR_LOGIN_CODE') setWantsCode(true)
    throw error
  }
  const startSession = async (session: Session) => {
    const { beginSession } = await loadChunk(importAuth)
    await beginSession(bareApi, browserStorage(), session)
    await navigate(afterLogin(next), { replace: true })
  }
  const hasPasskeys = useSyncExternalStore(never, mayUsePasskeys, () => false)
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
        autoComplete="username webauthn"
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
      {wantsCode && (
        <TextField
          {...field('device_code')}
          label="確認コード(6桁の数字)"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="numeric max-w-40"
          error={errors.device_code}
        />
      )}
      <Button type="submit" look={look} wide pending={isSubmitting}>
        ログインする
      </Button>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <Link to="/forget" className="text-link inline-flex min-h-tap items-center">
          パスワードを忘れた方
        </Link>
        {hasPasskeys && (
          <Suspense>
            <PasskeyLogin onLogin={startSession} onRefusal={setRefusal} />
          </Suspense>
        )}
      </p>
    </form>
  )
}
