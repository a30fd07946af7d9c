import { BottomBar } from '../ui/bottom-bar.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Notice } from '../ui/notice.tsx'

interface SaveBarProps {
  /** A verb that says what it does. */
  label: string
  /** How many fields are wrong. */
  wrong: number
  isPending: boolean
  problem: string | null
  /** Back without saving. */
  cancelTo: string
}

/** The end of a form: what stands in the way, and the one button that saves. */
export function SaveBar({ label, wrong, isPending, problem, cancelTo }: SaveBarProps) {
  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <BottomBar onDesktop="inline">
        <p aria-live="polite" className="text-sm text-danger empty:hidden max-md:-mt-1 max-md:pb-2 md:pb-3">
          {wrong > 0 && `ご確認いただきたい項目が${wrong}か所あります`}
        </p>
        <div className="flex gap-3 max-md:flex-row-reverse md:max-w-form">
          <Button type="submit" wide pending={isPending}>
            {label}
          </Button>
          <span className="shrink-0">
            <ButtonLink to={cancelTo} look="secondary">
              やめる
            </ButtonLink>
          </span>
        </div>
      </BottomBar>
    </div>
  )
}
