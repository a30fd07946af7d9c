import { FROM_LOGIN_PAGE } from '../../guard/step-07-members-only.ts'
import { browserLine } from '../../line/browser-line.ts'
import { LineMark } from '../../line/line-mark.tsx'
import { usePress } from '../../line/use-press.ts'
import { Button } from '../../ui/button.tsx'

/** Login by LINE account, where the shop has LINE. It comes back to `/callback`, which leads on to `next`. */
export function LineButton({ next }: { next: string | null }) {
  const query = new URLSearchParams({ [FROM_LOGIN_PAGE]: 'true', ...(next ? { next } : {}) })
  const { press, isPending } = usePress(() => browserLine.login(`/callback?${query}`))
  if (!browserLine.isConfigured()) return null
  return (
    <div className="grid gap-2">
      <Button look="secondary" wide pending={isPending} onClick={press}>
        <LineMark />
        LINEでログインする
      </Button>
      <p className="text-center text-xs text-muted">はじめての方も、連携がお済みの方も</p>
    </div>
  )
}
