import { formatYen } from '@kushi/values/yen'
import { useFormState } from 'react-hook-form'
import { countErrors } from '../../../form/errors.ts'
import { WrongFields } from '../../../form/form.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'

interface EditBarProps {
  before: number
  /** undefined: not loaded yet, or the form has errors. */
  after: number | undefined
  isAsking: boolean
  isUnchanged: boolean
  isPending: boolean
  /** The price speaks, unless the dates do. */
  isAnnounced: boolean
}

/** The price of the next delivery with all changes, and the submit button. */
export function EditBar({ before, after, isAsking, isUnchanged, isPending, isAnnounced }: EditBarProps) {
  return (
    <BottomBar onDesktop="inline">
      <WrongFields count={countErrors(useFormState().errors)} />
      <div className="flex items-center gap-4">
        <p aria-live={isAnnounced ? 'polite' : 'off'} className="grid shrink-0 md:w-40">
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
