import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseXmlAnswer, writeXmlTree, XmlError, xmlTextAt } from './xml.ts'

test('an answer', () => {
  const source =
    '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n <result>NG</result><errors><error><errorCode>A</errorCode></error><error><errorCode>B</errorCode></error></errors><empty/></response>\n'
  const answer = parseXmlAnswer(source)
  expect(xmlTextAt(answer, 'result')).toBe('NG')
  expect(xmlTextAt(answer, 'errors', 'error', 'errorCode')).toBe('A')
  expect(xmlTextAt(answer, 'empty')).toBe('')
  expect(xmlTextAt(answer, 'none', 'of', 'these')).toBe('')
})

test.each([
  '',
  'OK',
  '<response>',
  '<response><result>OK</result>',
  '<response></other>',
  '<other/>',
  '<response/><response/>',
  '<response/>more',
  '<response a="1"/>',
  '<response><!-- --></response>',
  '<response><![CDATA[x]]></response>',
  '<!DOCTYPE response><response/>',
  '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><response>&x;</response>',
  '<response>&x;</response>',
  '<response>&</response>',
  '<response>&#0;</response>',
  '<response>&#x110000;</response>',
  '<response>&amp</response>',
])('%s is no answer', (source) => {
  expect(() => parseXmlAnswer(source)).toThrow(XmlError)
})

test('any written text can be read again', () => {
  const text = fc.string({ unit: 'binary' }).filter((one) => one === one.trim())
  fc.assert(fc.property(text, (a) => xmlTextAt(parseXmlAnswer(writeXmlTree({ response: { a } })), 'a') === a))
})
