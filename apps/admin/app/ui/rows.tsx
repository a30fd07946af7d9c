import type { ReactNode } from 'react'
import {
  type ArrayPath,
  type FieldArray,
  type FieldValues,
  type Path,
  useFieldArray,
  useFormContext,
} from 'react-hook-form'
import { Button } from './button.tsx'
import { OrderKeys } from './drag-order.tsx'
import { useFieldError } from './field-error.ts'
import { Icon } from './icon.tsx'

export interface RowsProps<T extends FieldValues, N extends ArrayPath<T>> {
  /** Name of the array in the form. */
  name: N
  /** Values of a new row; undefined: rows can't be added or removed. */
  newRow?: FieldArray<T, N>
  add?: string
  /** The operator can change the order. */
  isOrdered?: boolean
  isUndeletable?(row: FieldArray<T, N>): boolean
  /** The fields of the row at index `n`. */
  children(n: number): ReactNode
}

/** Rows of a form that can be added, moved and removed. A server error about the whole array is shown below them. */
export function Rows<T extends FieldValues = never, N extends ArrayPath<T> = ArrayPath<T>>({
  name,
  newRow,
  add,
  isOrdered = false,
  isUndeletable = () => false,
  children,
}: RowsProps<T, N>) {
  const { control } = useFormContext<T>()
  const { fields, append, remove, swap } = useFieldArray({ control, name, keyName: 'key' })
  const message = useFieldError<T>(name as string as Path<T>)
  return (
    <div>
      <ol className="divide-y divide-line">
        {fields.map((row, n) => (
          <li key={row.key} className="flex flex-wrap items-center justify-end gap-x-2 py-1 md:flex-nowrap">
            <div className="grid min-w-0 basis-full grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-start gap-2 md:auto-cols-fr md:flex-1 md:grid-flow-col md:grid-cols-none">
              {children(n)}
            </div>
            {isOrdered && <OrderKeys name={`${n + 1}行目`} n={n} count={fields.length} move={swap} />}
            {newRow && (
              <Button
                look="quiet"
                aria-label={`${n + 1}行目を消す`}
                disabled={isUndeletable(row)}
                onClick={() => remove(n)}
              >
                <Icon name="close" />
              </Button>
            )}
          </li>
        ))}
      </ol>
      {message && <p className="mt-1 text-danger text-xs">{message}</p>}
      {newRow && (
        <Button className="mt-2" onClick={() => append(newRow)}>
          <Icon name="plus" />
          {add}
        </Button>
      )}
    </div>
  )
}
