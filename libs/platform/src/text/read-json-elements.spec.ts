import { readJsonElements } from './read-json-elements';

async function elementsOf(text: string, { chunkBytes = 1, longestElementBytes = 64 } = {}) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      yield await Promise.resolve(bytes.subarray(start, start + chunkBytes));
    }
  }
  const elements: unknown[] = [];
  for await (const { firstLine, lines } of readJsonElements(chunks(), { longestElementBytes })) {
    for (const [index, line] of lines.entries()) elements.push([firstLine + index, line]);
  }
  return elements;
}

describe('readJsonElements', () => {
  const elements = ['{}', '{"a":"}]\\"{"}', '{"b": [{"c": [1]}], "é": "😀"}', '{"d":"\\\\"}'];
  const numbered = elements.map((element, index) => [index + 1, element]);

  it.each([1, 2, 3, 5, 7, 1_000])(
    'cuts an array into its objects, in chunks of %d bytes',
    async (chunkBytes) => {
      const text = ` [\n${elements.join(' ,\t')} ]\n `;
      expect(await elementsOf(text, { chunkBytes })).toEqual(numbered);
      expect(elements.map((element) => JSON.parse(element) as unknown)).toEqual(JSON.parse(text));
    },
  );

  it('takes one object for the only element, and nothing from an empty array', async () => {
    expect(await elementsOf(elements[2])).toEqual([[1, elements[2]]]);
    expect(await elementsOf('[ ]')).toEqual([]);
  });

  it('leaves a byte order mark out', async () => {
    for (const chunkBytes of [1, 100])
      expect(await elementsOf('\ufeff[{}]', { chunkBytes })).toEqual([[1, '{}']]);
  });

  it('names an element that is too long, and goes on after it', async () => {
    const long = `{"long":"${'x'.repeat(100)}"}`;
    for (const chunkBytes of [1, 1_000]) {
      expect(await elementsOf(`[${long},{}]`, { chunkBytes })).toEqual([
        [1, { fault: 'is longer than 64 bytes' }],
        [2, '{}'],
      ]);
    }
  });

  it.each([
    ['text', 'byte 1 is not part of one'],
    ['[1]', 'byte 2 is not part of one'],
    ['[{},]', 'byte 5 is not part of one'],
    ['[{}{}]', 'byte 4 is not part of one'],
    ['[{}] []', 'byte 6 is not part of one'],
    ['{} {}', 'byte 4 is not part of one'],
    ['[[{}]]', 'byte 2 is not part of one'],
    ['[{}', 'ends before its array does'],
    ['', 'ends before its array does'],
  ])('refuses %j', async (text, message) => {
    await expect(elementsOf(text)).rejects.toThrow(message);
    await expect(elementsOf(text, { chunkBytes: 100 })).rejects.toThrow(message);
  });
});
