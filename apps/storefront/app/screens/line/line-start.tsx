import type { ReactNode } from 'react'
import { browserLine } from '../../line/browser-line.ts'
import { LineMark } from '../../line/line-mark.tsx'
import { usePress } from '../../line/use-press.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** For a visitor who is not logged in to LINE: the reason to log in, and the button, which returns to `path`. */
export function LineStart({ path, children }: { path: string; children: ReactNode }) {
  const { press, isPending } = usePress(() => browserLine.login(path))
  return (
    <>
      <div className="phrases grid gap-3">{children}</div>
      <Button wide pending={isPending} onClick={press}>
        <LineMark />
        LINEでログインする
      </Button>
    </>
  )
}

/** Shown if the shop has no LINE, or LINE's framework could not be loaded. */
export const NoLine = () => (
  <EmptyState title="ただいまLINEをご利用いただけません" text="お手数ですが、ほかの方法でお手続きください。">
    <ButtonLink to="/contact">お問い合わせ</ButtonLink>
    <ButtonLink to="/products" look="secondary">
      商品を見る
    </ButtonLink>
  </EmptyState>
)
