"""Makes a stand-in agree with its sentence: articles, prepositions, elision and endings as the original had them.

    en {France} -> au Japon      {Stockholms} -> Malmös      d'{Alice} -> de Marie      {وبمحمد} -> وبأحمد

`settling` picks the language; each has a module with its rules and a table with its words. What a rule would not have
predicted for the original is left as it stands: the writer meant it so.
"""

from allonym.surrogates.agreement.settling import settle

__all__ = ["settle"]
