import { formatYen } from '@kushi/values/yen'
import { useFormState } from 'react-hook-form'
import { countErrors } from '../../../form/errors.ts'
import { WrongFields } from '../../../form/form.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'

interface EditBarProps {
  before: number
  /** undefined: not known yet, or while something is wrong. */
  after: number | undefined
  isAsking: boolean
  isUnchanged: boolean
  isPending: boolean
}

/** What the next delivery costs with all that is changed, and the way on. */
export function EditBar({ before, after, isAsking, isUnchanged, isPending }: EditBarProps) {
  return (
    <BottomBar onDesktop="inline">
      <WrongFields count={countErrors(useFormState().errors)} />
      <div className="flex items-center gap-4">
        <p aria-live="polite" className="grid shrink-0 md:w-40">
          <span className="text-xs text-muted">次回のお支払い(税込)</span>
          <span className={`numeric text-lg font-medium leading-tight ${isAsking ? 'opacity-50' : ''}`}>
            {after === undefined ? '—' : formatYen(after)}
          </span>
          {after !== undefined && after !== before && !isAsking && (
            <span className="numeric text-xs text-muted">いまは{formatYen(before)}</span>
          )}
        </p>
        <Button type="submit" wide pending={isPending} look={isUnchanged ? 'secondary' : 'primary'}>
          変更内容を確認する
        </Button>
      </div>
    </BottomBar>
  )
}
