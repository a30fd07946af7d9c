import { MAX_COSTS_PER_SKU } from '@kushi/values/product'
import { TEMPERATURE_NAME, TEMPERATURES } from '@kushi/values/shipment'
import { type ReactNode, useId } from 'react'
import { type Path, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DragHandle, OrderKeys, useDragOrder } from '../../ui/drag-order.tsx'
import { toNumber } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { unfilled } from '../../ui/unfilled.ts'
import { emptySku, type ProductFormValues } from './form-values.ts'
import { SetParts } from './set-parts.tsx'

const { TextField, useFieldError } = formFor<ProductFormValues>()

/** 種類 (SKU) as a grid: one row each on a wide screen, one card each on a narrow one. */
export function Skus() {
  const { control } = useFormContext<ProductFormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'skus', keyName: 'key' })
  const drag = useDragOrder(move)
  const seesCosts = useMay('report.read')
  const [axis1, axis2, sale_type] = useWatch({
    control,
    name: ['sku_parent_item_name1', 'sku_parent_item_name2', 'sale_type'],
  })
  const columns = [
    { head: '商品コード', width: 'minmax(0,1.4fr)' },
    ...(axis1 ? [{ head: axis1, width: 'minmax(0,1fr)' }] : []),
    ...(axis2 ? [{ head: axis2, width: 'minmax(0,1fr)' }] : []),
    { head: '価格(円)', width: '84px' },
    ...(sale_type === 1
      ? []
      : [
          { head: '定期 初回(円)', width: '76px' },
          { head: '定期 2回目〜(円)', width: '76px' },
        ]),
    { head: '税率', width: '64px' },
    { head: '上限(個)', width: '52px' },
    { head: '重さ(g)', width: '64px' },
    { head: '目安(日)', width: '60px' },
    { head: 'メール便', width: '52px' },
    { head: '販売する', width: '52px' },
    { head: '在庫(個)', width: '64px' },
    { head: '順番', width: '100px' },
  ]
  const skus = useWatch({ control, name: 'skus' })
  const isSet = (n: number) => (skus[n]?.parts ?? []).length > 0
  const fault = useFieldError('skus')
  const look = 'grid grid-cols-2 gap-x-1.5 gap-y-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-[var(--columns)]'
  const style = { '--columns': columns.map(({ width }) => width).join(' ') } as object
  return (
    <Section
      title="種類と価格"
      lead="価格はすべて税込です。定期便の欄を空けると、2回目以降は通常の価格、初回は2回目以降と同じ価格になります。"
      actions={<Button onClick={() => append({ ...emptySku })}>種類を追加する</Button>}
    >
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          name="sku_parent_item_name1"
          label="規格1の名前"
          hint="香り、色など。選択肢がないときは空けてください。"
          maxLength={40}
        />
        <TextField name="sku_parent_item_name2" label="規格2の名前" hint="内容量、サイズなど。" maxLength={40} />
      </div>
      <div
        className={cx(look, 'hidden border-edge border-b pb-1 text-muted text-xs xl:grid')}
        style={style}
        aria-hidden
      >
        {columns.map(({ head }) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {fields.map(({ key, id }, n) => (
        <fieldset key={key} className={cx(look, 'border-line border-b py-2')} style={style} {...drag.place(n)}>
          <legend className="sr-only">種類{n + 1}</legend>
          <Cell name={`skus.${n}.product_code`} label="商品コード" />
          {axis1 && <Cell name={`skus.${n}.set_item_name1`} label={axis1} />}
          {axis2 && <Cell name={`skus.${n}.set_item_name2`} label={axis2} />}
          <Cell name={`skus.${n}.price`} label="価格(円)" isNumber />
          {sale_type !== 1 && (
            <>
              <Cell name={`skus.${n}.subscription_first_price`} label="定期 初回(円)" isNumber />
              <Cell name={`skus.${n}.subscription_price`} label="定期 2回目〜(円)" isNumber />
            </>
          )}
          {isSet(n) ? <Fixed label="税率">中身による</Fixed> : <Tax name={`skus.${n}.tax_rate`} />}
          <Cell name={`skus.${n}.sale_limit`} label="上限(個)" isNumber />
          <Cell name={`skus.${n}.weight_g`} label="重さ(g)" isNumber />
          <Cell name={`skus.${n}.lasting_days`} label="使い切る目安(日)" isNumber />
          <SkuCheckbox name={`skus.${n}.light_flag`} label="メール便" />
          <SkuCheckbox name={`skus.${n}.visible`} label="販売する" />
          {isSet(n) ? (
            <Fixed label="在庫(個)">中身による</Fixed>
          ) : id === null ? (
            <Cell name={`skus.${n}.stock`} label="在庫(個)" isNumber />
          ) : (
            <Stock name={`skus.${n}.stock`} />
          )}
          <div className="flex items-start">
            <OrderKeys name={`種類${n + 1}`} n={n} count={fields.length} move={move} />
            {id === null && fields.length > 1 && (
              <button
                type="button"
                className="tap p-1.5"
                aria-label={`種類${n + 1}を取り消す`}
                onClick={() => remove(n)}
              >
                <Icon name="close" className="size-3" />
              </button>
            )}
            {fields.length > 1 && <DragHandle {...drag.handle(n)} />}
          </div>
          <div className="col-span-full grid max-w-xl grid-cols-2 gap-x-1.5">
            <Cell name={`skus.${n}.lasting_days_short`} label="早く使い切る方の目安(日)" isNumber isAlone />
            <Cell name={`skus.${n}.lasting_days_long`} label="ゆっくりの方の目安(日)" isNumber isAlone />
          </div>
          <PriceSteps n={n} hasSubscription={sale_type !== 1} />
          <SetParts n={n} />
          {seesCosts && <Costs n={n} />}
          {id === null && !isSet(n) && (
            <div className="col-span-full grid max-w-xl grid-cols-3 gap-x-1.5">
              <Cell name={`skus.${n}.place.shelf`} label="棚番" isAlone />
              <Cell name={`skus.${n}.place.barcode`} label="バーコード" isAlone />
              <Temperature name={`skus.${n}.place.temperature`} />
            </div>
          )}
        </fieldset>
      ))}
      {fault && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {fault}
        </p>
      )}
    </Section>
  )
}

/** 数量割引 of a SKU. */
function PriceSteps({ n, hasSubscription }: { n: number; hasSubscription: boolean }) {
  const name = `skus.${n}.quantity_prices` as const
  const { control } = useFormContext<ProductFormValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <div className="col-span-full grid max-w-xl gap-1">
      {fields.length > 0 && <p className="text-xs">数量割引(同じ種類を何点から、1点いくらにするか)</p>}
      {fields.map((field, at) => (
        <div key={field.id} className="grid grid-cols-[1fr_1fr_1fr_auto] items-start gap-x-1.5">
          <Cell name={`${name}.${at}.from_pieces`} label="何点から" isNumber isAlone />
          <Cell name={`${name}.${at}.price`} label="1点の価格(円)" isNumber isAlone />
          {hasSubscription ? (
            <Cell name={`${name}.${at}.subscription_price`} label="定期 1点(円)" isNumber isAlone />
          ) : (
            <span />
          )}
          <Button
            look="quiet"
            className="mt-[1.3em]"
            aria-label={`種類${n + 1}の数量割引${at + 1}を外す`}
            onClick={() => remove(at)}
          >
            <Icon name="close" className="size-3" />
            外す
          </Button>
        </div>
      ))}
      {fields.length < 5 && (
        <Button
          look="quiet"
          className="justify-self-start px-0!"
          onClick={() => append({ from_pieces: unfilled(), price: unfilled(), subscription_price: null })}
        >
          <Icon name="plus" className="size-3" />
          数量割引を足す
        </Button>
      )}
    </div>
  )
}

/** 原価 of a SKU, each from a day on. */
function Costs({ n }: { n: number }) {
  const name = `skus.${n}.costs` as const
  const { control } = useFormContext<ProductFormValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <div className="col-span-full grid max-w-xl gap-1">
      {fields.length > 0 && <p className="text-xs">原価(いつから、1点いくらか。税抜)</p>}
      {fields.map((field, at) => (
        <div key={field.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-x-1.5">
          <Cell name={`${name}.${at}.cost_from`} label="いつから" isDay isAlone />
          <Cell name={`${name}.${at}.unit_cost`} label="1点の原価(円)" isNumber isAlone />
          <Button
            look="quiet"
            className="mt-[1.3em]"
            aria-label={`種類${n + 1}の原価${at + 1}を外す`}
            onClick={() => remove(at)}
          >
            <Icon name="close" className="size-3" />
            外す
          </Button>
        </div>
      ))}
      {fields.length < MAX_COSTS_PER_SKU && (
        <Button
          look="quiet"
          className="justify-self-start px-0!"
          onClick={() => append({ cost_from: '', unit_cost: unfilled() })}
        >
          <Icon name="plus" className="size-3" />
          原価を足す
        </Button>
      )}
    </div>
  )
}

interface CellProps {
  name: Path<ProductFormValues>
  label: string
  isNumber?: boolean
  isDay?: boolean
  /** The cell has no column head on any screen. */
  isAlone?: boolean
}

/** Shows the label above the field where there is no column head. */
function SkuCell({
  name,
  label,
  isAlone = false,
  children,
}: CellProps & { children: (controlProps: object) => ReactNode }) {
  const id = useId()
  const message = useFieldError(name)
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={cx('text-muted text-xs', !isAlone && 'xl:sr-only')}>
        {label}
      </label>
      {children({ id, 'aria-invalid': message !== undefined, 'aria-describedby': `${id}-error` })}
      {message && (
        <p id={`${id}-error`} className="mt-1 text-danger text-xs">
          {message}
        </p>
      )}
    </div>
  )
}

function Cell(props: CellProps) {
  const { register } = useFormContext<ProductFormValues>()
  const { name, isNumber = false, isDay = false } = props
  return (
    <SkuCell {...props}>
      {(tied) => (
        <input
          type={isDay ? 'date' : 'text'}
          autoComplete="off"
          className={cx('control px-1.5', isNumber && 'numeric text-right')}
          {...(isNumber ? { inputMode: 'numeric' as const } : { maxLength: 40 })}
          {...register(name, isNumber ? { setValueAs: toNumber } : {})}
          {...tied}
        />
      )}
    </SkuCell>
  )
}

function Tax({ name }: { name: CellProps['name'] }) {
  const { register } = useFormContext<ProductFormValues>()
  return (
    <SkuCell name={name} label="税率">
      {(tied) => (
        <select className="control px-1" {...register(name, { setValueAs: Number })} {...tied}>
          <option value={10}>10%</option>
          <option value={8}>8%</option>
        </select>
      )}
    </SkuCell>
  )
}

function Temperature({ name }: { name: CellProps['name'] }) {
  const { register } = useFormContext<ProductFormValues>()
  return (
    <SkuCell name={name} label="温度帯" isAlone>
      {(tied) => (
        <select className="control px-1" {...register(name)} {...tied}>
          {TEMPERATURES.map((value) => (
            <option key={value} value={value}>
              {TEMPERATURE_NAME[value]}
            </option>
          ))}
        </select>
      )}
    </SkuCell>
  )
}

function SkuCheckbox({ name, label }: { name: CellProps['name']; label: string }) {
  const { register } = useFormContext<ProductFormValues>()
  return (
    <SkuCell name={name} label={label}>
      {(tied) => (
        <span className="flex min-h-control items-center">
          <input type="checkbox" className="size-4 accent-camellia" {...register(name)} {...tied} />
        </span>
      )}
    </SkuCell>
  )
}

/** Of a set: what its parts decide. */
function Fixed({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <span className="text-muted text-xs xl:hidden">{label}</span>
      <p className="flex min-h-control items-center text-muted text-xs">{children}</p>
    </div>
  )
}

/** Read-only for a saved SKU: its stock changes by 入荷 and 訂正. */
function Stock({ name }: { name: CellProps['name'] }) {
  const stock = useWatch<ProductFormValues, typeof name>({ name }) as number
  return (
    <div className="min-w-0">
      <span className="text-muted text-xs xl:hidden">在庫(個)</span>
      <p className="numeric flex min-h-control items-center xl:justify-end">{stock}</p>
    </div>
  )
}
