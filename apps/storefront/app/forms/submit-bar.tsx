import { useFormState } from 'react-hook-form'
import { countErrors } from '../screens/purchase/form/count-errors.ts'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface SubmitBarProps {
  /** A verb that says what it does. */
  label: string
  isPending: boolean
  problem: string | null
}

/** The end of a form that is sent, not saved: what stands in the way, and the one button that goes on. */
export function SubmitBar({ label, isPending, problem }: SubmitBarProps) {
  const wrong = countErrors(useFormState().errors)
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
        <Button type="submit" wide pending={isPending}>
          {label}
        </Button>
      </BottomBar>
    </div>
  )
}
