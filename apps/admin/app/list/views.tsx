import type { List } from '@kushi/contract/admin/list'
import type { SavedView } from '@kushi/contract/admin/view'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

/** What has views: a list or a report. */
type ViewSubject = Pick<List, 'name' | 'views'>

/** 保存した表示: the operator's own views and the shop's, as tabs above it. `current`: the query that would be saved. */
export function Views({
  list,
  current,
  beside: actions,
}: {
  list: ViewSubject
  current: string
  /** What else can be done with the view that is shown. */
  beside?(view: SavedView): ReactNode
}) {
  const [, setParams] = useSearchParams()
  const [views, setViews] = useState<SavedView[]>([])
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    void api('GET /admin/v1/views/{list}', { params: { list: list.name } }).then(({ items }) => setViews(items))
  }, [list.name])

  const remove = async (view: SavedView) => {
    await api('DELETE /admin/v1/views/{list}/{id}', { params: { list: list.name, id: view.id } })
    setViews(views.filter(({ id }) => id !== view.id))
    toast(`表示${wrapInQuoteMarks(view.view_name)}を削除しました`)
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1 border-line border-b">
      {[...viewsOf(list), ...views].map((view) => (
        <span
          key={view.id}
          className={cx(
            'flex items-center border-b-2',
            view.query === current ? 'border-camellia' : 'border-transparent',
          )}
        >
          <button
            type="button"
            aria-pressed={view.query === current}
            className="tap px-2 py-1"
            onClick={() => setParams(new URLSearchParams(view.query))}
          >
            {view.view_name}
          </button>
          {view.is_own && view.query === current && (
            <button
              type="button"
              aria-label={`表示${wrapInQuoteMarks(view.view_name)}を削除`}
              className="tap p-1"
              onClick={() => void remove(view)}
            >
              <Icon name="close" className="size-3" />
            </button>
          )}
        </span>
      ))}
      {views.flatMap((view) =>
        view.query === current && actions ? [<Fragment key={view.id}>{actions(view)}</Fragment>] : [],
      )}
      {![...viewsOf(list), ...views].some(({ query }) => query === current) && (
        <Button look="quiet" onClick={() => setSaving(true)}>
          <Icon name="plus" className="size-3" />
          この表示を保存
        </Button>
      )}
      <SaveView
        isOpen={isSaving}
        onClose={() => setSaving(false)}
        list={list}
        query={current}
        onSaved={(view) => setViews([...views, view])}
      />
    </div>
  )
}

/** すべて, and the views that the list itself declares. */
const viewsOf = ({ views = [] }: ViewSubject): SavedView[] =>
  [{ view_name: 'すべて', query: '' }, ...views].map((view, n) => ({
    ...view,
    id: -n,
    is_own: false,
    is_shared: true,
  }))

interface SaveProps {
  isOpen: boolean
  onClose(): void
  list: ViewSubject
  query: string
  onSaved(view: SavedView): void
}

function SaveView({ isOpen, onClose, list, query, onSaved }: SaveProps) {
  const [view_name, setName] = useState('')
  const [is_shared, setShared] = useState(false)
  const save = async () => {
    onSaved(
      await api('POST /admin/v1/views/{list}', { params: { list: list.name }, body: { view_name, query, is_shared } }),
    )
    setName('')
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="表示を保存">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label className="block text-xs">
          名前
          <input
            className="control mt-1"
            maxLength={40}
            value={view_name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <div className="my-3">
          <Checkbox isOn={is_shared} onChange={setShared}>
            ほかの担当者にも表示する
          </Checkbox>
        </div>
        <Button type="submit" look="primary" disabled={view_name.trim() === ''}>
          保存する
        </Button>
      </form>
    </Dialog>
  )
}
