import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { requestPasskey } from '../passkey.ts'
import { chooseShop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { Refusal, SignInFrame } from '../ui/dialog.tsx'

/** ログイン: by passkey first, otherwise by password and code. */
export function Component() {
  const [params] = useSearchParams()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [wantsCode, setWantsCode] = useState(false)
  const to = params.get('to') ?? '/'

  const attempt = async (work: () => Promise<{ shop_id: number }>) => {
    setBusy(true)
    setError(null)
    try {
      chooseShop((await work()).shop_id)
      // Only a path of this site: an attacker can put any value into the URL (open redirect).
      location.assign(`/admin${/^\/(?![/\\])/.test(to) ? to : '/'}`)
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure : null
      if (refusal?.error === 'ERROR_CODE_WANTED') setWantsCode(true)
      else setError(refusal?.message ?? 'パスキーを確認できませんでした。パスワードでもログインできます。')
      setBusy(false)
    }
  }
  const byPasskey = async () => {
    const { options } = await api('POST /admin/v1/sign-in/passkey/options')
    return api('POST /admin/v1/sign-in/passkey', { body: { answer: await requestPasskey(options) } })
  }
  const byPassword = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const body = { email: text('email'), password: text('password') }
    return api('POST /admin/v1/sign-in/password', { body: wantsCode ? { ...body, code: text('code') } : body })
  }

  return (
    <SignInFrame title="管理画面にログイン">
      <Button look="primary" className="mb-6 w-full" isBusy={isBusy} onClick={() => void attempt(byPasskey)}>
        パスキーでログイン
      </Button>
      <form
        className="flex flex-col gap-3 border-line border-t pt-6"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          void attempt(() => byPassword(form))
        }}
      >
        <label className="text-xs">
          メールアドレス
          <input className="control mt-1" name="email" type="email" autoComplete="username" required />
        </label>
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
        <Button type="submit" isBusy={isBusy}>
          パスワードでログイン
        </Button>
      </form>
    </SignInFrame>
  )
}
