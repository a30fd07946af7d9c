import { TEMPERATURE_NAME } from '@kushi/values/shipment'
import { z } from 'zod'
import { oneOf } from '../one-of.ts'

/** 棚番・バーコード・温度帯 of a SKU. */
export const StockPlace = z.object({
  shelf: z.string().trim().max(20, '20文字以内で入力してください。'),
  barcode: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z-]{0,20}$/, '半角の英数字20文字以内で入力してください。'),
  temperature: oneOf(TEMPERATURE_NAME).meta({ title: '温度帯' }),
})
