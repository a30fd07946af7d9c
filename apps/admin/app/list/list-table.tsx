import {
  type ColumnDef,
  getCoreRowModel,
  type RowSelectionState,
  useReactTable,
  type VisibilityState,
} from '@tanstack/react-table'
import { type HTMLAttributes, type MouseEvent, type ReactNode, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'

export interface Column<Row> {
  head: string
  cell(row: Row): ReactNode
  /** Name of a sort of the list. A click on the column head sorts by it. */
  sort?: string
  /** Numbers are right-aligned. */
  isNumber?: boolean
  /** Hidden on a narrow screen; `full`: shown only on the widest screens. */
  isWide?: boolean | 'full'
}

export interface TableProps<Row extends { id: number }> {
  rows: Row[]
  columns: Column<Row>[]
  hidden: VisibilityState
  sort: string
  onSort(sort: string): void
  /** Index of the row that the keyboard is on; -1: none. */
  at: number
  /** null: rows can't be chosen. */
  chosen: RowSelectionState | null
  onChoose(next: RowSelectionState): void
  open?: ((row: Row) => string) | undefined
  /** Handlers that make a row a drop target, if the operator can change the order. */
  rowAttributes?: ((row: Row) => HTMLAttributes<HTMLTableRowElement>) | undefined
}

/** The rows of one page. */
export function ListTable<Row extends { id: number }>(props: TableProps<Row>) {
  const { rows, columns, hidden, sort, onSort, at, chosen, onChoose, open, rowAttributes } = props
  const navigate = useNavigate()
  const defs = useMemo<ColumnDef<Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.head,
        header: column.head,
        meta: column,
      })),
    [columns],
  )
  const table = useReactTable({
    data: rows,
    columns: defs,
    getRowId: (row) => String(row.id),
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualPagination: true,
    manualFiltering: true,
    enableRowSelection: chosen !== null,
    state: { rowSelection: chosen ?? {}, columnVisibility: hidden },
    onRowSelectionChange: (update) => onChoose(typeof update === 'function' ? update(chosen ?? {}) : update),
  })
  return (
    <table className="w-full border-collapse text-left">
      <thead className="border-edge border-b text-muted text-xs">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {chosen && (
              <th className="w-8 py-1 pr-2 md:pr-3">
                <RowCheckbox
                  label="このページの行をすべて選ぶ"
                  isOn={table.getIsAllRowsSelected()}
                  onChange={(isOn) => table.toggleAllRowsSelected(isOn)}
                />
              </th>
            )}
            {group.headers.map(({ id, column }) => (
              <Head key={id} column={column.columnDef.meta as Column<Row>} sort={sort} onSort={onSort} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row, index) => (
          <tr
            key={row.id}
            data-row={index}
            {...rowAttributes?.(row.original)}
            onClick={(event) => open && isOnRow(event) && void navigate(open(row.original))}
            className={cx(
              'border-line border-b hover:bg-sand',
              open && 'cursor-pointer',
              index === at && 'outline outline-2 outline-ink -outline-offset-2',
              row.getIsSelected() && 'bg-brass-tint',
            )}
          >
            {chosen && (
              <td className="pr-2 md:pr-3">
                <RowCheckbox
                  label="この行を選ぶ"
                  isOn={row.getIsSelected()}
                  onChange={(isOn) => row.toggleSelected(isOn)}
                />
              </td>
            )}
            {row.getVisibleCells().map((cell, position) => {
              const column = cell.column.columnDef.meta as Column<Row>
              // A function call, not a component: otherwise a rerender of the list would remount every cell and lose the focus.
              const shown = column.cell(row.original)
              return (
                <td key={cell.id} className={cx('h-row py-1 pr-2 md:pr-3', cellClass(column))}>
                  {open && position === 0 ? (
                    <Link to={open(row.original)} className="tap inline-flex items-center hover:underline">
                      {shown}
                    </Link>
                  ) : (
                    shown
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The press is on the row itself: not on a control in it, and not the end of a selection of text. */
const isOnRow = ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) =>
  !(target as HTMLElement).closest('a, button, input, label, select, textarea') &&
  !currentTarget.contains(getSelection()?.toString() ? (getSelection()?.anchorNode ?? null) : null)

const cellClass = ({ isNumber, isWide }: Column<never>) =>
  cx(
    isNumber && 'numeric whitespace-nowrap text-right',
    isWide && (isWide === 'full' ? 'hidden xl:table-cell' : 'hidden md:table-cell'),
  )

function RowCheckbox({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-4 accent-camellia"
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  sort: string
  onSort(sort: string): void
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const className = cx('py-1 pr-2 md:pr-3 font-normal', cellClass(column as Column<never>))
  if (!column.sort) return <th className={className}>{column.head}</th>
  const isSorted = sort.replace(/^-/, '') === column.sort
  const isDescending = sort.startsWith('-')
  return (
    <th className={className} aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={cx('tap inline-flex items-center gap-1', isSorted && 'text-ink')}
        onClick={() => onSort(isSorted && !isDescending ? `-${column.sort}` : column.sort!)}
      >
        {column.head}
        {isSorted && <Icon name={isDescending ? 'down' : 'up'} className="size-3" />}
      </button>
    </th>
  )
}
