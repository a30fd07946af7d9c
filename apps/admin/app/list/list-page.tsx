import type { List } from '@kushi/contract/admin/list'
import { seesPersonalData } from '@kushi/contract/admin/permission'
import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useMe } from '../me.ts'
import { useShortcuts } from '../shell/keys.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { formatCount } from '../ui/time.tsx'
import { ColumnsChoice, useHiddenColumns } from './columns-choice.tsx'
import { Filters, type Options } from './filters.tsx'
import { savedViewQuery, withListChange } from './list-state.ts'
import { type Column, ListTable, type TableProps } from './list-table.tsx'
import { Views } from './views.tsx'

export interface ListAnswer<Row> {
  items: Row[]
  total: number
  is_bare: boolean
  next: string | null
  previous: string | null
}

interface ListPageProps<Row extends { id: number }> {
  title: string
  /** Link to the parent screen. */
  parent?: { to: string; name: string }
  list: List
  page: ListAnswer<Row>
  columns: Column<Row>[]
  /** The path that a row links to. */
  open?(row: Row): string
  rowAttributes?: TableProps<Row>['rowAttributes']
  /** Values of select filters that the server supplies. */
  options?: Options
  actions?: ReactNode
  lead?: ReactNode
  /** Actions for the chosen rows, shown while rows are chosen. `all`: for every row that matches the filters. */
  bulk?(chosen: { ids: number[]; all: boolean }, clear: () => void): ReactNode
  /** The text for an empty list. */
  empty: ReactNode
  /** The next step, below that text. */
  createLink?: { to: string; label: string } | false
  /** Shown above the list, below the title: counts, notes. */
  children?: ReactNode
}

/** A list of the admin: search, filters, saved views, keys, choice of rows, pages. Its state is in the URL. */
export function ListPage<Row extends { id: number }>(props: ListPageProps<Row>) {
  const {
    title,
    parent,
    list,
    page,
    columns,
    open,
    rowAttributes,
    options = {},
    actions,
    lead,
    bulk,
    empty,
    createLink,
    children,
  } = props
  const [params, setParams] = useSearchParams()
  const search = useRef<HTMLInputElement>(null)
  const { permissions } = useMe()
  const searchedFields = (!seesPersonalData(permissions) && list.search_masked) || list.search
  const [hidden, setHidden] = useHiddenColumns(list.name)
  const {
    at: currentRow,
    chosen,
    setChosen,
    isAll,
    setAll,
    clear,
  } = useRowSelection(page, { open, isChoosable: bulk !== undefined })
  useShortcuts({ '/': ['検索する', () => search.current?.focus()] })
  const ids = Object.keys(chosen).map(Number)
  // If the list has no rows at all, filters are not the cause, including the filter in the menu's own link.
  const isHidden = !page.is_bare && [...params.keys()].some((name) => !['sort', 'after', 'before'].includes(name))
  const change = (next: Record<string, string>) => setParams(withListChange(params, next))

  return (
    <Page title={title} parent={parent} actions={actions} lead={lead}>
      {children}
      <Views list={list} current={savedViewQuery(list, params)} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {searchedFields !== null && (
          <search className="relative w-full md:w-112">
            <Icon
              name="search"
              className="pointer-events-none absolute top-1/2 left-2 size-4 -translate-y-1/2 text-muted"
            />
            <input
              key={params.get('q')}
              ref={search}
              type="search"
              aria-label={`検索: ${searchedFields}`}
              placeholder={searchedFields}
              defaultValue={params.get('q') ?? ''}
              className="control pl-8"
              maxLength={100}
              onKeyDown={(event) => {
                // The Enter that confirms a conversion of the input method (IME) does not search yet.
                if (event.key === 'Enter' && !event.nativeEvent.isComposing)
                  change({ q: event.currentTarget.value.trim() })
              }}
            />
          </search>
        )}
        <Filters list={list} options={options} />
        <p className="numeric ml-auto text-muted text-xs" role="status">
          {formatCount(page.total)}
        </p>
        <ColumnsChoice heads={columns.map(({ head }) => head)} hidden={hidden} onChange={setHidden} />
      </div>
      {bulk && ids.length > 0 && (
        <div className="sticky top-0 z-10 mb-2 flex flex-wrap items-center gap-3 rounded-base border border-edge bg-surface px-3 py-2">
          <span>{isAll ? `絞り込んだ${formatCount(page.total)}すべて` : `${ids.length}件を選択中`}</span>
          {!isAll && ids.length === page.items.length && (page.next !== null || page.previous !== null) && (
            <button type="button" className="text-link" onClick={() => setAll(true)}>
              絞り込んだ結果をすべて選択
            </button>
          )}
          {bulk({ ids, all: isAll }, clear)}
          <Button look="quiet" className="ml-auto" onClick={clear}>
            選択を外す
          </Button>
        </div>
      )}
      {page.items.length === 0 ? (
        <Empty
          action={
            isHidden ? (
              <Button onClick={() => setParams({})}>絞り込みをすべて外す</Button>
            ) : (
              createLink && <ButtonLink to={createLink.to}>{createLink.label}</ButtonLink>
            )
          }
        >
          {isHidden ? '条件に合うものはありません。' : empty}
        </Empty>
      ) : (
        <ListTable
          columns={columns}
          hidden={hidden}
          at={currentRow}
          open={open}
          rowAttributes={rowAttributes}
          rows={page.items}
          sort={params.get('sort') ?? list.sort}
          onSort={(sort) => change({ sort })}
          chosen={bulk ? chosen : null}
          onChoose={setChosen}
        />
      )}
      <Pages page={page} params={params} />
    </Page>
  )
}

/** The row that the keyboard is on, and the chosen rows. */
function useRowSelection<Row extends { id: number }>(
  page: ListAnswer<Row>,
  { open, isChoosable }: { open: ((row: Row) => string) | undefined; isChoosable: boolean },
) {
  const navigate = useNavigate()
  const [at, setAt] = useState(-1)
  const [chosen, setSelection] = useState<RowSelectionState>({})
  const [isAll, setAll] = useState(false)
  const setChosen = (next: RowSelectionState) => {
    setAll(false)
    setSelection(next)
  }
  const clear = () => setChosen({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen rows are those of `page`; `clear` is new in each render
  useEffect(() => {
    setAt(-1)
    setAll(false)
    setSelection({})
  }, [page])
  const move = (step: number) => {
    const next = Math.max(0, Math.min(page.items.length - 1, at + step))
    setAt(next)
    document.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const row = page.items[at]
  const toggle = (id: number) => {
    const { [id]: wasChosen, ...rest } = chosen
    setChosen(wasChosen ? rest : { ...rest, [id]: true })
  }
  type Keys = Parameters<typeof useShortcuts>[0]
  const keys: Keys = { j: ['次の行', () => move(1)], k: ['前の行', () => move(-1)] }
  if (isChoosable) keys.x = ['行を選ぶ', () => row && toggle(row.id)]
  if (open) keys.Enter = ['開く', () => row && void navigate(open(row))]
  if (Object.keys(chosen).length > 0) keys.Escape = ['選択を外す', clear]
  useShortcuts(keys)
  return { at, chosen, setChosen, isAll, setAll, clear }
}

/** Links, so that a page can be opened in another tab, and the back button keeps the position. */
function Pages({ page, params }: { page: ListAnswer<unknown>; params: URLSearchParams }) {
  if (page.next === null && page.previous === null) return null
  const to = (name: 'after' | 'before', cursor: string) => {
    const next = withListChange(params, {})
    next.set(name, cursor)
    return `?${next}`
  }
  const linkClass = 'tap text-link inline-flex items-center gap-1 px-2 py-1'
  return (
    <nav aria-label="ページ" className="mt-4 flex justify-between">
      {page.previous === null ? (
        <span />
      ) : (
        <Link className={linkClass} to={to('before', page.previous)}>
          <Icon name="left" className="size-3" />
          前のページ
        </Link>
      )}
      {page.next !== null && (
        <Link className={linkClass} to={to('after', page.next)}>
          次のページ
          <Icon name="right" className="size-3" />
        </Link>
      )}
    </nav>
  )
}
