import { ApiError } from '@kushi/contract/client'
import { ROLE_NAME } from '@kushi/values/role'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { enterShop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { Refusal, SignInFrame } from '../ui/dialog.tsx'
import { JoinForm } from './invitation-join.tsx'

type Setup = Awaited<ReturnType<typeof acceptInvitation>>
const acceptInvitation = (token: string, body: { name: string; password: string }) =>
  api('POST /admin/v1/invitation/{token}/accept', { params: { token }, body })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const token = params.token!
  try {
    return { token, ...(await api('GET /admin/v1/invitation/{token}', { params: { token } })), refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { token, email: '', shop_name: '', role: 'viewer' as const, has_account: false, refusal: refusalOf(error) }
  }
}

/** For a truncated link, the server's error names a field that the invited person can't correct. */
const refusalOf = ({ status, fields, message }: ApiError): string =>
  status === 422 && fields.length > 0
    ? 'このリンクは正しくありません。メールのリンク全体を、もう一度開いてください。'
    : message

/**
 * 招待: name and password, the authenticator with its recovery codes, the first code; then the operator is signed in. An
 * operator with an account signs in as usual.
 */
export function Component() {
  const { token, email, shop_name, role, has_account, refusal } = useLoaderData<typeof loader>()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [error, setError] = useState<string | null>(refusal)
  const attempt = (work: () => Promise<void>) => {
    setError(null)
    work().catch((failure: unknown) =>
      setError(failure instanceof ApiError ? failure.message : '通信できませんでした。'),
    )
  }
  if (refusal) return <SignInFrame title="招待を確認できません">{<Refusal>{refusal}</Refusal>}</SignInFrame>
  if (has_account) return <JoinForm token={token} email={email} shop_name={shop_name} role={role} />
  if (setup) return <Authenticator token={token} setup={setup} error={error} attempt={attempt} />
  return (
    <SignInFrame title={`${shop_name}の管理画面へようこそ`}>
      <p className="mb-4">
        {email} さまを「{ROLE_NAME[role]}」として招待しています。お名前とパスワードを決めてください。
      </p>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const body = { name: String(form.get('name')), password: String(form.get('password')) }
          attempt(async () => setSetup(await acceptInvitation(token, body)))
        }}
      >
        <label className="text-xs">
          お名前(操作履歴に残ります)
          <input className="control mt-1" name="name" autoComplete="name" maxLength={60} required />
        </label>
        <label className="text-xs">
          パスワード(12文字以上)
          <input
            className="control mt-1"
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
        </label>
        <Refusal>{error}</Refusal>
        <Button type="submit" look="primary">
          次へ進む
        </Button>
      </form>
    </SignInFrame>
  )
}

interface AuthenticatorProps {
  token: string
  setup: Setup
  error: string | null
  attempt(work: () => Promise<void>): void
}

function Authenticator({ token, setup, error, attempt }: AuthenticatorProps) {
  return (
    <SignInFrame title="認証アプリの設定">
      <p className="mb-3">認証アプリでQRコードを読み取り、表示された6桁のコードを入力してください。</p>
      <img
        alt="認証アプリで読み取るQRコード"
        className="mx-auto mb-2 w-48 bg-white"
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
      />
      <details className="mb-4 text-xs">
        <summary>読み取れないときは</summary>
        <code className="break-all">{new URL(setup.otpauth_url).searchParams.get('secret')}</code>
      </details>
      <p className="mb-1 text-xs">
        端末をなくしたときのための予備コードです。いまだけ表示されます。印刷するか、安全な場所に控えてください。
      </p>
      <ul className="mb-4 grid grid-cols-2 gap-1 rounded-base bg-sand p-3 font-mono text-xs">
        {setup.recovery_codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const code = String(new FormData(event.currentTarget).get('code')).normalize('NFKC').trim()
          attempt(async () => {
            enterShop(await api('POST /admin/v1/invitation/{token}/finish', { params: { token }, body: { code } }))
          })
        }}
      >
        <label className="text-xs">
          認証アプリのコード(6桁)
          <input
            className="control numeric mt-1"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        </label>
        <Refusal>{error}</Refusal>
        <Button type="submit" look="primary">
          設定を終えて始める
        </Button>
      </form>
    </SignInFrame>
  )
}
