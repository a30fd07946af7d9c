import { Link } from 'react-router'
import { preloadDialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/skeleton.tsx'

interface KeptActionsProps {
  /** Path of the edit screen. */
  to: string
  /** Name of the entry to change or delete: 「山田 花子 さまのお届け先」. */
  thing: string
  /** The button that makes it the default: name, 「山田 花子 さま」, and label; null: it is the default, or can't be. */
  usual: { who: string; words: string } | null
  isBusy: boolean
  onDefault: () => void
  onDelete: () => void
}

const action = 'inline-flex min-h-tap items-center gap-2 text-link'

/** Actions on a saved card or address. Deletion asks for confirmation. */
export function SavedItemActions({ to, thing, usual, isBusy, onDefault, onDelete }: KeptActionsProps) {
  return (
    <div className="-mb-2 flex flex-wrap items-center gap-x-6 border-t border-line pt-1 text-sm">
      <Link to={to} className={action} aria-label={`${thing}を変更する`}>
        変更する
      </Link>
      {usual && (
        <button
          type="button"
          className={action}
          aria-disabled={isBusy || undefined}
          aria-label={`${usual.who}を${usual.words}`}
          onClick={onDefault}
        >
          {isBusy && <Spinner />}
          {usual.words}
        </button>
      )}
      <button
        type="button"
        className={`${action} ml-auto text-muted`}
        aria-label={`${thing}を削除する`}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={onDelete}
      >
        削除する
      </button>
    </div>
  )
}
