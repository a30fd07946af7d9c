import { quietApi } from '../../api.ts'
import { usePress } from '../../line/use-press.ts'
import { environment } from '../../state/environment.ts'
import { Button } from '../../ui/button.tsx'
import { LineProblem } from './line-problem.tsx'

/** Began in the talk: LINE is given a value that stands for the member, and asks its user to confirm. */
export function BotLink({ linkToken, path }: { linkToken: string; path: string }) {
  const link = usePress(async () => {
    const { nonce } = await quietApi('POST /v1/common/line-link/nonce')
    location.assign(`${environment()?.line_account_link_url}?${new URLSearchParams({ linkToken, nonce })}`)
  })
  return (
    <>
      <p className="phrases">トークからのお申し込みです。会員アカウントを、トークのLINEアカウントと連携します。</p>
      <LineProblem error={link.problem} path={path} />
      <Button wide pending={link.isPending} onClick={link.press}>
        LINEと連携する
      </Button>
      <p className="text-sm text-muted">連携は、会員情報の画面からいつでも解除できます。</p>
    </>
  )
}
