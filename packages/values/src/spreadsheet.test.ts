import { expect, test } from 'vitest'
import { isSpreadsheetConverted } from './spreadsheet.ts'

test.each([
  '1月2日',
  '2001年2月3日',
  '2001/2/3',
  '2001-02-03',
  '2001/2/3 0:00',
  '2/3/2001',
  '2-Jan',
  'Jan-02',
  '1.23E+05',
  '4.9E+12',
  '#NAME?',
  '########',
  '１月２日',
])('%s was converted by a spreadsheet', (text) => expect(isSpreadsheetConverted(text)).toBe(true))

test.each([
  '1-2',
  '1-2-3',
  '1丁目2番3号',
  '0-0-1',
  '1番地',
  '201',
  '2001-2',
  'E5',
  '12/3',
  '',
  '月1日館',
  'TN-OIL-030',
])('%s was not', (text) => expect(isSpreadsheetConverted(text)).toBe(false))
