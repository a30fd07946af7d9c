import type { CarrierFilePort, CarrierLabelLimits } from '../ports/carrier-file-port.ts'

const terms: CarrierLabelLimits = {
  address: [32, 32, 50, 50],
  is_city_apart: true,
  name: 32,
  item_name: 50,
  note: 44,
  unit: 'width',
  temperatures: ['normal', 'frozen', 'chilled'],
  slots: ['am', '14-16', '16-18', '18-20', '19-21'],
  mail: true,
  cash_on_delivery: true,
  most_days: 7,
}

/** Carrier programs that read and write JSON, with the terms of B2クラウド. */
export const carrierFilesInMemory = (): CarrierFilePort => ({
  terms: () => terms,
  write: (program, sender, labels) => new Uint8Array(Buffer.from(JSON.stringify({ program, sender, labels }))),
  filter: () => null,
  read(content) {
    try {
      return JSON.parse(Buffer.from(content).toString())
    } catch {
      return null
    }
  },
})

/** A file returned by a carrier program: our numbers and its own, as `carrierFilesInMemory` reads them. */
export const fakeTrackingFile = (
  program: string,
  numbers: readonly (readonly [shipment_no: string, tracking_no: string])[],
) =>
  new Uint8Array(
    Buffer.from(
      JSON.stringify({
        program,
        rows: numbers.map(([shipment_no, tracking_no], n) => ({ row_no: n + 2, shipment_no, tracking_no })),
      }),
    ),
  )
