import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { loginForm } from '../../form/account.ts'
import { focusFirstError } from '../../form/errors.ts'
import { emailOf } from '../../form/writing.ts'
import { afterLogin } from '../../state/after-login.ts'
import { beginSession } from '../../state/auth.ts'
import { browserStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface MemberLoginProps {
  next: string | null
  /** Found to be a member's already, on the other side of this screen. */
  email: string
  /** The one primary action of the screen, or the second. */
  look: 'primary' | 'secondary'
}

/** 会員の方. */
export function MemberLogin({ next, email, look }: MemberLoginProps) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(loginForm),
    values: { email, password: '' },
    resetOptions: { keepDirtyValues: email === '' },
  })
  const { errors, isSubmitting } = formState

  const logIn = handleSubmit(async (body) => {
    setRefusal(null)
    try {
      await beginSession(bareApi, browserStorage(), await bareApi('POST /v1/common/login/customer/', { body }))
      await navigate(afterLogin(next), { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
      focusFirstError()
    }
  })

  return (
    <form noValidate onSubmit={(event) => void logIn(event)} className="grid gap-4">
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <TextField
        {...register('email')}
        label="メールアドレス"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email?.message}
        normalize={emailOf}
      />
      <PasswordField
        {...register('password')}
        label="パスワード"
        autoComplete="current-password"
        error={errors.password?.message}
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
