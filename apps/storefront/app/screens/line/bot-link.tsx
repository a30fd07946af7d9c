import { useState } from 'react'
import { quietApi } from '../../api.ts'
import { usePress } from '../../line/use-press.ts'
import { environment } from '../../state/environment.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { LineProblem } from './line-problem.tsx'

const ofPassword = ['ERROR_PASSWORD_NEEDED', 'ERROR_PASSWORD_WRONG']

/**
 * Began in the talk: LINE is given a value that stands for the member, and asks its user to confirm. The password is
 * asked for once the server wants it: when the login is not fresh.
 */
export function BotLink({ linkToken, path }: { linkToken: string; path: string }) {
  const [password, setPassword] = useState('')
  const link = usePress(async () => {
    const { nonce } = await quietApi('POST /v1/common/line-link/nonce', { body: password ? { password } : {} })
    location.assign(`${environment()?.line_account_link_url}?${new URLSearchParams({ linkToken, nonce })}`)
  })
  const { problem } = link
  const isPasswordAsked = password !== '' || ofPassword.includes(problem?.error ?? '')
  return (
    <>
      <p className="phrases">トークからのお申し込みです。会員アカウントを、トークのLINEアカウントと連携します。</p>
      {isPasswordAsked ? (
        <PasswordField
          label="いまのパスワード"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.fields.find((each) => each.path === 'password')?.message}
        />
      ) : (
        <LineProblem error={problem} path={path} />
      )}
      <Button wide pending={link.isPending} onClick={link.press}>
        LINEと連携する
      </Button>
      <p className="text-sm text-muted">連携は、会員情報の画面からいつでも解除できます。</p>
    </>
  )
}
