import { ApiError } from '@kushi/contract/client'
import { ROLE_NAME, type Role } from '@kushi/values/role'
import { useState } from 'react'
import { api } from '../api.ts'
import { requestPasskey } from '../passkey.ts'
import { enterShop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { Refusal, SignInFrame } from '../ui/dialog.tsx'

interface JoinProps {
  token: string
  email: string
  shop_name: string
  role: Role
}

/** Joins with an existing account. Nothing changes except that the account gets access to this shop. */
export function JoinForm({ token, email, shop_name, role }: JoinProps) {
  const [error, setError] = useState<string | null>(null)
  const [wantsCode, setWantsCode] = useState(false)
  const attempt = async (work: () => ReturnType<typeof acceptInvitation>) => {
    setError(null)
    try {
      enterShop(await work())
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'ERROR_CODE_WANTED') setWantsCode(true)
      else setError(failure instanceof ApiError ? failure.message : 'パスキーを確認できませんでした。')
    }
  }
  const joinByPasskey = async () => {
    const { options } = await api('POST /admin/v1/sign-in/passkey/options')
    return acceptInvitation(token, { answer: await requestPasskey(options) })
  }
  return (
    <SignInFrame title={`${shop_name}の管理画面に参加`}>
      <p className="mb-4">
        {email} さまを「{ROLE_NAME[role]}
        」として招待しています。すでに担当者として登録されていますので、いつもの方法でログインしてください。
      </p>
      <Button look="primary" className="mb-6 w-full" onClick={() => void attempt(joinByPasskey)}>
        パスキーで参加する
      </Button>
      <form
        className="flex flex-col gap-3 border-line border-t pt-6"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const code = form.get('code')
          const password = String(form.get('password'))
          void attempt(() => acceptInvitation(token, { password, ...(code === null ? {} : { code: String(code) }) }))
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <label className="text-xs">
          パスワード
          <input className="control mt-1" name="password" type="password" autoComplete="current-password" required />
        </label>
        {wantsCode && (
          <label className="text-xs">
            認証アプリのコード(6桁)または予備コード
            <input
              // biome-ignore lint/a11y/noAutofocus: it appears because it is asked for now
              autoFocus
              className="control numeric mt-1"
              name="code"
              autoComplete="one-time-code"
              required
            />
          </label>
        )}
        <Refusal>{error}</Refusal>
        <Button type="submit">パスワードで参加する</Button>
      </form>
    </SignInFrame>
  )
}

type Joining = { password: string; code?: string } | { answer: Record<string, unknown> }
const acceptInvitation = (token: string, body: Joining) =>
  api('POST /admin/v1/invitation/{token}/join', { params: { token }, body })
